public import Foundation

/// The fields and files of a form, as browsers send them: a body of type `multipart/form-data` (RFC 7578).
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
/// Files and streams are read while they are sent, and never loaded into memory as a whole.
///
/// A form is a value. Appending is cheap, and nothing is read before ``content()``.
public struct MultipartFormData: Sendable, Hashable {
  /// The parts, in the order in which they are sent. Names may be repeated.
  public var parts: [Part]

  /// The delimiter between the parts. Defaults to `nil`, which uses a random one each time. With a fixed boundary, the
  /// bytes are the same each time, which is useful in tests.
  ///
  /// It has 1 to 70 letters, digits, and `'()+_,-./:=? `, and doesn't end with a space (RFC 2046 §5.1.1).
  public var boundary: String?

  /// Creates an empty form.
  public init() { parts = [] }

  /// Creates an empty form with a fixed boundary.
  public init(boundary: String) { self.init([], boundary: boundary) }

  /// Creates a form from parts.
  public init(_ parts: [Part], boundary: String? = nil) {
    self.parts = parts
    self.boundary = boundary
  }

  /// Appends a part.
  public mutating func append(_ part: Part) { parts.append(part) }

  /// Appends a field with a text, as UTF-8.
  public mutating func append(_ text: String, name: String) { append(.text(text, name: name)) }

  /// Appends data; see ``Part/data(_:name:fileName:mimeType:)``.
  public mutating func append(_ data: Data, name: String, fileName: String? = nil, mimeType: String? = nil) {
    append(.data(data, name: name, fileName: fileName, mimeType: mimeType))
  }

  /// Appends a file; see ``Part/file(_:name:fileName:mimeType:)``.
  public mutating func append(_ file: URL, name: String, fileName: String? = nil, mimeType: String? = nil) {
    append(.file(file, name: name, fileName: fileName, mimeType: mimeType))
  }

  /// Appends a stream; see ``Part/stream(_:name:fileName:mimeType:)``.
  public mutating func append(_ stream: BodyStream, name: String, fileName: String? = nil, mimeType: String? = nil) {
    append(.stream(stream, name: name, fileName: fileName, mimeType: mimeType))
  }
}

extension MultipartFormData: ExpressibleByArrayLiteral {
  /// Creates a form from parts.
  public init(arrayLiteral parts: Part...) { self.init(parts) }
}
