public import AbstractHTTP
public import Foundation

/// A part of a `multipart/form-data` request, as it reached the server.
///
/// ```swift
/// server.on(.post, "/photos") { request in
///   .text(request.parts.map { "\($0.name): \($0.fileName ?? $0.text)" }.joined(separator: ", "))
/// }
/// ```
public struct ReceivedPart: Sendable, Hashable {
  /// The name of the field, its `%22`, `%0D` and `%0A` decoded; empty where there is none.
  public let name: String

  /// The name of the file, decoded alike; `nil` for a field that is none.
  public let fileName: String?

  /// The headers, in the order and the case they came in.
  public let headers: HTTPHeaders

  /// The bytes.
  public let body: Data

  /// The bytes as UTF-8; what is none is replaced by U+FFFD.
  public var text: String { String(decoding: body, as: UTF8.self) }
}

extension ReceivedRequest {
  /// The parts of a multipart body, in order; empty where the body is none, or malformed.
  public var parts: [ReceivedPart] {
    guard let type = headers["Content-Type"], type.lowercased().hasPrefix("multipart/"),
      let boundary = HeaderParameters(type)["boundary"], !boundary.isEmpty
    else { return [] }
    return MultipartReader(boundary: boundary).parts(of: body) ?? []
  }
}
