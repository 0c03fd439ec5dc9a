public import Foundation

/// The fields and files of a form, as a browser sends them: a body of type `multipart/form-data` (RFC 7578).
///
/// ```swift
/// struct SendPhoto: ConnectionSpec {
///   typealias ResponseModel = Void
///   let photo: URL
///   let url = "https://api.example.com/photos"
///   let httpMethod = HTTPMethod.post
///
///   func content() throws -> RequestBody? {
///     var form: MultipartFormData = [.text("The sea", name: "title")]
///     form.append(photo, name: "photo")                          // photo.jpeg, image/jpeg
///     return try form.content()
///   }
/// }
/// ```
///
/// Files and streams are read while they are sent, and never held in memory, however long they are.
///
/// A value; appending costs nothing, and nothing is read before ``content()``.
public struct MultipartFormData: Sendable, Hashable {
  /// The parts, in the order they are sent in. A name may occur more than once.
  public var parts: [Part]

  /// What stands between the parts; `nil`, the default, for a random one each time. One that is given makes the same
  /// bytes each time, which tests like.
  ///
  /// 1 to 70 letters, digits and `'()+_,-./:=? `, not ending with a space (RFC 2046 §5.1.1).
  public var boundary: String?

  /// Makes an empty form.
  public init() { parts = [] }

  /// Makes an empty form with a boundary that is given.
  public init(boundary: String) { self.init([], boundary: boundary) }

  /// Makes a form of parts.
  public init(_ parts: [Part], boundary: String? = nil) {
    self.parts = parts
    self.boundary = boundary
  }

  /// Adds a part.
  public mutating func append(_ part: Part) { parts.append(part) }

  /// Adds a field with a text, as UTF-8.
  public mutating func append(_ text: String, name: String) { append(.text(text, name: name)) }

  /// Adds a part of data; see ``Part/data(_:name:fileName:mimeType:)``.
  public mutating func append(_ data: Data, name: String, fileName: String? = nil, mimeType: String? = nil) {
    append(.data(data, name: name, fileName: fileName, mimeType: mimeType))
  }

  /// Adds a file; see ``Part/file(_:name:fileName:mimeType:)``.
  public mutating func append(_ file: URL, name: String, fileName: String? = nil, mimeType: String? = nil) {
    append(.file(file, name: name, fileName: fileName, mimeType: mimeType))
  }

  /// Adds a stream; see ``Part/stream(_:name:fileName:mimeType:)``.
  public mutating func append(_ stream: BodyStream, name: String, fileName: String? = nil, mimeType: String? = nil) {
    append(.stream(stream, name: name, fileName: fileName, mimeType: mimeType))
  }
}

extension MultipartFormData: ExpressibleByArrayLiteral {
  /// Makes a form of parts.
  public init(arrayLiteral parts: Part...) { self.init(parts) }
}
