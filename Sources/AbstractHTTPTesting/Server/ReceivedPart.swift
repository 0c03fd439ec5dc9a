public import AbstractHTTP
public import Foundation

/// A part of a `multipart/form-data` request, as received by the server.
///
/// ```swift
/// server.on(.post, "/photos") { request in
///   .text(request.parts.map { "\($0.name): \($0.fileName ?? $0.text)" }.joined(separator: ", "))
/// }
/// ```
public struct ReceivedPart: Sendable, Hashable {
  /// The name of the field, with `%22`, `%0D`, and `%0A` decoded; empty if it has none.
  public let name: String

  /// The name of the file, decoded in the same way; `nil` for a field that isn't a file.
  public let fileName: String?

  /// The headers, in their original order and case.
  public let headers: HTTPHeaders

  /// The bytes.
  public let body: Data

  /// The bytes as UTF-8. Invalid bytes are replaced with U+FFFD.
  public var text: String { String(decoding: body, as: UTF8.self) }
}

extension ReceivedRequest {
  /// The parts of a multipart body, in order; empty if the body isn't multipart, or is malformed.
  public var parts: [ReceivedPart] {
    guard let type = headers["Content-Type"], type.lowercased().hasPrefix("multipart/"),
      let boundary = HeaderParameters(type)["boundary"], !boundary.isEmpty
    else { return [] }
    return MultipartReader(boundary: boundary).parts(of: body) ?? []
  }
}
