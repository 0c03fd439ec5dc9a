public import AbstractHTTP
public import Foundation

/// The reply of a ``LoopbackServer`` to a request.
///
/// Most replies need a single call: ``text(_:status:)``, ``json(_:status:)``, ``status(_:headers:)``,
/// ``redirect(to:status:)``. For replies that take time or end badly, use ``Part``s. Every reply can be modified:
///
/// ```swift
/// server.on(.get, "/hello", .text("Hello").header("ETag", "\"1\""))
/// server.on(.get, "/slow", .text("Hello").delayed(by: .seconds(2)))
/// server.on(.get, "/feed", .chunked(["one", .gate(gate), "two"], trailers: ["Count": "2"]))
/// server.on(.get, "/broken", .fault(.resetInBody))
/// ```
public struct Reply: Sendable {
  enum Content: Sendable {
    /// A body with a declared length, which defaults to that of its bytes.
    case sized([Part])
    case chunked([Part], trailers: HTTPHeaders)
    /// All bytes of the response, starting with the status line.
    case raw([Part])
    /// A reply that takes time to make.
    case made(@Sendable () async -> Reply)
  }

  var statusCode = 200
  var headers: HTTPHeaders = [:]
  var content: Content
  var before: [Part] = []
  var after: [Part] = []

  /// Answers with plain text.
  public static func text(_ text: String, status: Int = 200) -> Self {
    data(Data(text.utf8), type: "text/plain; charset=utf-8", status: status)
  }

  /// Answers with a JSON text, sent unchanged.
  public static func json(_ text: String, status: Int = 200) -> Self {
    data(Data(text.utf8), type: "application/json", status: status)
  }

  /// Answers with the JSON of a value, or with 500 if it can't be encoded.
  public static func json(encoding value: some Encodable, status: Int = 200) -> Self {
    do {
      return data(try JSONEncoder().encode(value), type: "application/json", status: status)
    } catch {
      return text("\(error)", status: 500)
    }
  }

  /// Answers with bytes and their media type.
  public static func data(_ data: Data, type: String = "application/octet-stream", status: Int = 200) -> Self {
    Self(statusCode: status, headers: ["Content-Type": type], content: .sized([.data(data)]))
  }

  /// Answers with a status and no body.
  public static func status(_ status: Int, headers: HTTPHeaders = [:]) -> Self {
    Self(statusCode: status, headers: headers, content: .sized([]))
  }

  /// Redirects to another address, absolute or relative to the request's.
  public static func redirect(to location: String, status: Int = 302) -> Self {
    Self.status(status, headers: ["Location": location])
  }

  /// Answers with a body of known length, part by part. The length is that of the bytes, unless the reply has a
  /// `Content-Length` header.
  public static func body(_ parts: [Part], status: Int = 200) -> Self {
    Self(statusCode: status, content: .sized(parts))
  }

  /// Answers with a chunked body, one chunk for each part with bytes, followed by trailers (RFC 9112 §7.1).
  public static func chunked(_ parts: [Part], trailers: HTTPHeaders = [:], status: Int = 200) -> Self {
    Self(statusCode: status, content: .chunked(parts, trailers: trailers))
  }

  /// Sends exactly these bytes, starting with the status line. The connection stays open, unless the last part closes
  /// it.
  public static func raw(_ parts: [Part]) -> Self {
    Self(content: .raw(parts))
  }
}
