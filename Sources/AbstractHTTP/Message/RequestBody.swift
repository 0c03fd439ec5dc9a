public import Foundation

/// What a request carries: data in memory, or a file that is read when it is sent.
///
/// ```swift
/// RequestBody(Data("{}".utf8), contentType: "application/json")
/// RequestBody(file: photo, contentType: "image/jpeg")
/// ```
public struct RequestBody: Sendable, Hashable {
  /// Where the bytes are.
  public enum Content: Sendable, Hashable {
    /// In memory.
    case data(Data)
    /// In a file, read when the request is sent.
    case file(URL)
  }

  /// Where the bytes are.
  public let content: Content

  /// The `Content-Type` that is sent unless the request's headers name one; `nil` for none.
  public let contentType: String?

  /// Whether the body can be sent a second time, by a redirect or a retry. `true` for data and, unless said
  /// otherwise, for files.
  public let isReplayable: Bool

  /// Makes a body of data.
  public init(_ data: Data, contentType: String? = nil) {
    content = .data(data)
    self.contentType = contentType
    isReplayable = true
  }

  /// Makes a body of a file's bytes; a file that cannot be read fails the request with `.network`.
  ///
  /// - Parameters:
  ///   - file: The file's URL.
  ///   - contentType: Sent as `Content-Type` unless the request's headers name one; `nil`, the default, for none.
  ///   - isReplayable: `false` for what can be read only once, such as a named pipe; `true` by default.
  public init(file: URL, contentType: String? = nil, isReplayable: Bool = true) {
    content = .file(file)
    self.contentType = contentType
    self.isReplayable = isReplayable
  }
}
