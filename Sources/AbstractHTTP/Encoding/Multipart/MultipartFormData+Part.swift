public import Foundation

extension MultipartFormData {
  /// A field or a file of a form.
  ///
  /// ```swift
  /// let form: MultipartFormData = [
  ///   .text("Ada", name: "user"),
  ///   .data(json, name: "meta", mimeType: "application/json"),
  ///   .file(photo, name: "photo").header("Content-ID", "<1>"),
  /// ]
  /// ```
  public struct Part: Sendable, Hashable {
    /// The source of a part's bytes.
    public enum Content: Sendable, Hashable {
      /// Data in memory.
      case data(Data)
      /// A file, read while it is sent, up to the length that it had when ``MultipartFormData/content()`` was called.
      case file(URL)
      /// The bytes of a stream.
      case stream(BodyStream)
    }

    /// The name of the field.
    public var name: String

    /// The source of the bytes.
    public var content: Content

    /// The name of the file, as sent to the server; `nil` for a field that isn't a file.
    public var fileName: String?

    /// The `Content-Type`; `nil` for none, which means plain text.
    public var mimeType: String?

    /// Additional headers, after `Content-Disposition` and `Content-Type`, which can't be among them. RFC 7578 §4.8
    /// defines none, and servers may ignore them.
    public var headers: HTTPHeaders

    /// Creates a part from its properties.
    public init(
      name: String,
      content: Content,
      fileName: String? = nil,
      mimeType: String? = nil,
      headers: HTTPHeaders = [:]
    ) {
      self.name = name
      self.content = content
      self.fileName = fileName
      self.mimeType = mimeType
      self.headers = headers
    }

    /// Creates a field with a text, as UTF-8.
    public static func text(_ text: String, name: String) -> Part {
      Part(name: name, content: .data(Data(text.utf8)))
    }

    /// Creates a field from data, or a file if you pass a file name. The file's type defaults to that of the name's
    /// extension.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - name: The name of the field.
    ///   - fileName: The name of the file; `nil`, the default, for a field.
    ///   - mimeType: The type. Defaults to that of the file name's extension.
    public static func data(_ data: Data, name: String, fileName: String? = nil, mimeType: String? = nil) -> Part {
      let mimeType = mimeType ?? fileName.map(MIMEType.ofFile)
      return Part(name: name, content: .data(data), fileName: fileName, mimeType: mimeType)
    }

    /// Creates a part from a file, with the file's own name by default. Its type defaults to that of the file's
    /// extension, then that of the name's extension, and then `application/octet-stream`.
    ///
    /// - Parameters:
    ///   - file: The URL of the file.
    ///   - name: The name of the field.
    ///   - fileName: The name of the file, as sent to the server. Defaults to the file's own name.
    ///   - mimeType: The type. Defaults to that of the file's extension.
    public static func file(_ file: URL, name: String, fileName: String? = nil, mimeType: String? = nil) -> Part {
      let mimeType = mimeType ?? MIMEType.known(file.lastPathComponent) ?? MIMEType.ofFile(fileName ?? "")
      return Part(name: name, content: .file(file), fileName: fileName ?? file.lastPathComponent, mimeType: mimeType)
    }

    /// Creates a part from a stream. Its type defaults to that of the file name's extension, and then
    /// `application/octet-stream`.
    ///
    /// - Parameters:
    ///   - stream: The stream of bytes.
    ///   - name: The name of the field.
    ///   - fileName: The name of the file, as sent to the server; `nil`, the default, for none.
    ///   - mimeType: The type. Defaults to that of the file name's extension.
    public static func stream(
      _ stream: BodyStream,
      name: String,
      fileName: String? = nil,
      mimeType: String? = nil
    ) -> Part {
      let mimeType = mimeType ?? MIMEType.ofFile(fileName ?? "")
      return Part(name: name, content: .stream(stream), fileName: fileName, mimeType: mimeType)
    }

    /// Returns the part with an additional header.
    public func header(_ name: String, _ value: String) -> Part {
      var part = self
      part.headers.append(value, for: name)
      return part
    }
  }
}

extension MultipartFormData.Part.Content: CustomReflectable {
  /// The size of the data, or the place of other content.
  public var customMirror: Mirror {
    switch self {
    case .data(let data): Mirror(self, children: ["data": Redaction.size(of: data)], displayStyle: .enum)
    case .file(let url): Mirror(self, children: ["file": url.path], displayStyle: .enum)
    case .stream(let stream): Mirror(self, children: ["stream": stream.size], displayStyle: .enum)
    }
  }
}
