public import AbstractHTTP
public import Foundation

/// What a ``LoopbackServer`` answers to a request.
///
/// Most are made in a word: ``text(_:status:)``, ``json(_:status:)``, ``status(_:headers:)``, ``redirect(to:status:)``. Those
/// that take time or end badly are made of ``Part``s, and every reply can be changed:
///
/// ```swift
/// server.on(.get, "/hello", .text("Hello").header("ETag", "\"1\""))
/// server.on(.get, "/slow", .text("Hello").delayed(by: .seconds(2)))
/// server.on(.get, "/feed", .chunked(["one", .gate(gate), "two"], trailers: ["Count": "2"]))
/// server.on(.get, "/broken", .fault(.resetInBody))
/// ```
public struct Reply: Sendable {
  enum Content: Sendable {
    /// A body whose length is announced; by default that of its bytes.
    case sized([Part])
    case chunked([Part], trailers: HTTPHeaders)
    /// The bytes of the connection, from the status line on.
    case raw([Part])
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

  /// Answers with a JSON text, sent as it is.
  public static func json(_ text: String, status: Int = 200) -> Self {
    data(Data(text.utf8), type: "application/json", status: status)
  }

  /// Answers with the JSON of a value; with 500 where it cannot be encoded.
  public static func json(encoding value: some Encodable, status: Int = 200) -> Self {
    do {
      return data(try JSONEncoder().encode(value), type: "application/json", status: status)
    } catch {
      return text("\(error)", status: 500)
    }
  }

  /// Answers with bytes of a media type.
  public static func data(_ data: Data, type: String = "application/octet-stream", status: Int = 200) -> Self {
    Self(statusCode: status, headers: ["Content-Type": type], content: .sized([.data(data)]))
  }

  /// Answers with a status and no body.
  public static func status(_ status: Int, headers: HTTPHeaders = [:]) -> Self {
    Self(statusCode: status, headers: headers, content: .sized([]))
  }

  /// Answers with another address: absolute, or relative to the request's.
  public static func redirect(to location: String, status: Int = 302) -> Self {
    Self.status(status, headers: ["Location": location])
  }

  /// Answers with a body of known length, part by part; the length is that of its bytes, unless the reply has a header
  /// `Content-Length` that says otherwise.
  public static func body(_ parts: [Part], status: Int = 200) -> Self {
    Self(statusCode: status, content: .sized(parts))
  }

  /// Answers with a body in chunks, one for each part of bytes, and trailers after them (RFC 9112 §7.1).
  public static func chunked(_ parts: [Part], trailers: HTTPHeaders = [:], status: Int = 200) -> Self {
    Self(statusCode: status, content: .chunked(parts, trailers: trailers))
  }

  /// Sends these very bytes, from the status line on. The connection stays open, unless the last part closes it.
  public static func raw(_ parts: [Part]) -> Self {
    Self(content: .raw(parts))
  }
}
