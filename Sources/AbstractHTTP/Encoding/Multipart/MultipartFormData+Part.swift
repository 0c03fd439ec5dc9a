public import Foundation

extension MultipartFormData {
  /// One field or file of a form.
  ///
  /// ```swift
  /// let form: MultipartFormData = [
  ///   .text("Ada", name: "user"),
  ///   .data(json, name: "meta", mimeType: "application/json"),
  ///   .file(photo, name: "photo").header("Content-ID", "<1>"),
  /// ]
  /// ```
  public struct Part: Sendable, Hashable {
    /// Where the bytes of a part are.
    public enum Content: Sendable, Hashable {
      /// In memory.
      case data(Data)
      /// In a file, read while it is sent, so far as it reached when ``MultipartFormData/content()`` was called.
      case file(URL)
      /// What a stream gives.
      case stream(BodyStream)
    }

    /// The name of the field.
    public var name: String

    /// Where the bytes are.
    public var content: Content

    /// The name of the file, as the server is told; `nil` for a field that is none.
    public var fileName: String?

    /// The `Content-Type`; `nil` for none, which means plain text.
    public var mimeType: String?

    /// Further headers, after `Content-Disposition` and `Content-Type`, which cannot be among them. RFC 7578 §4.8 knows
    /// none, and servers may ignore them.
    public var headers: HTTPHeaders

    /// Makes a part of exactly these.
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

    /// A field with a text, as UTF-8.
    public static func text(_ text: String, name: String) -> Part {
      Part(name: name, content: .data(Data(text.utf8)))
    }

    /// Data: a field, or with a name a file, whose type is that of the name's extension unless one is given.
    public static func data(_ data: Data, name: String, fileName: String? = nil, mimeType: String? = nil) -> Part {
      let mimeType = mimeType ?? fileName.map(MIMEType.ofFile)
      return Part(name: name, content: .data(data), fileName: fileName, mimeType: mimeType)
    }

    /// A file, with its own name unless another is given. Its type is that of its extension, then that of the name's, and
    /// `application/octet-stream` for what is not known.
    public static func file(_ file: URL, name: String, fileName: String? = nil, mimeType: String? = nil) -> Part {
      let mimeType = mimeType ?? MIMEType.known(file.lastPathComponent) ?? MIMEType.ofFile(fileName ?? "")
      return Part(name: name, content: .file(file), fileName: fileName ?? file.lastPathComponent, mimeType: mimeType)
    }

    /// A stream, whose type is that of the file name's extension unless one is given; `application/octet-stream` for what
    /// is not known.
    public static func stream(
      _ stream: BodyStream,
      name: String,
      fileName: String? = nil,
      mimeType: String? = nil
    ) -> Part {
      let mimeType = mimeType ?? MIMEType.ofFile(fileName ?? "")
      return Part(name: name, content: .stream(stream), fileName: fileName, mimeType: mimeType)
    }

    /// The part with one header more.
    public func header(_ name: String, _ value: String) -> Part {
      var part = self
      part.headers.append(value, for: name)
      return part
    }
  }
}

extension MultipartFormData.Part.Content: CustomReflectable {
  /// The size of the data, or where the rest is.
  public var customMirror: Mirror {
    switch self {
    case .data(let data): Mirror(self, children: ["data": Redaction.size(of: data)], displayStyle: .enum)
    case .file(let url): Mirror(self, children: ["file": url.path], displayStyle: .enum)
    case .stream(let stream): Mirror(self, children: ["stream": "\(stream.length) bytes"], displayStyle: .enum)
    }
  }
}
