import AbstractHTTP
import Foundation

extension Reply {
  /// Returns the steps of this reply to a request.
  func script(for request: ReceivedRequest) -> [Part] {
    if case .raw(let parts) = content { return before + parts + after }
    if case .made(let make) = content { return before + [Part(step: .reply(make, request))] + after }
    let closes = !request.keepsAlive || headers["Connection"]?.lowercased() == "close"
    let head = head(closes: closes, chunks: request.isHTTP11)
    let body = request.method == .head ? pauses : body(chunks: request.isHTTP11)
    var parts = before
    if case .bytes(let data)? = body.first?.step, data.count < 65_536 {
      parts.append(.data(head + data))
      parts += body.dropFirst()
    } else {
      parts.append(.data(head))
      parts += body
    }
    parts += after
    if closes { parts.append(.close) }
    return parts
  }

  private var parts: [Part] {
    switch content {
    case .sized(let parts), .chunked(let parts, _), .raw(let parts): parts
    case .made: []
    }
  }

  /// The parts of the body that remain in the response to a `HEAD`.
  private var pauses: [Part] {
    parts.filter { part in
      switch part.step {
      case .bytes, .repeated: false
      case .pause, .silence, .close, .reset, .reply: true
      }
    }
  }

  private func body(chunks: Bool) -> [Part] {
    guard chunks, case .chunked(let parts, let trailers) = content else { return parts }
    var end = "0\r\n"
    for field in trailers { end += "\(field.name): \(field.value)\r\n" }
    return parts.map(Self.chunk) + [.text(end + "\r\n")]
  }

  private static func chunk(_ part: Part) -> Part {
    guard case .bytes(let data) = part.step else { return part }
    return .data(Data((String(data.count, radix: 16) + "\r\n").utf8) + data + Data("\r\n".utf8))
  }

  private func head(closes: Bool, chunks: Bool) -> Data {
    var text = "HTTP/1.1 \(statusCode) \(Self.reason(of: statusCode))\r\n"
    for field in headers { text += "\(field.name): \(field.value)\r\n" }
    text += frame(chunks: chunks)
    if closes && !headers.contains("Connection") { text += "Connection: close\r\n" }
    text += "\r\n"
    return Data(text.utf8)
  }

  /// Returns the header that frames the body; an empty text if there can't be a body (RFC 9112 §6.3).
  private func frame(chunks: Bool) -> String {
    let isFramed = headers.contains("Content-Length") || headers.contains("Transfer-Encoding")
    if isFramed || statusCode == 204 || statusCode == 304 || statusCode < 200 { return "" }
    switch content {
    case .sized(let parts):
      let length = parts.reduce(0) { sum, part in
        if case .bytes(let data) = part.step { sum + data.count } else { sum }
      }
      return "Content-Length: \(length)\r\n"
    case .chunked:
      return chunks ? "Transfer-Encoding: chunked\r\n" : ""
    case .raw, .made:
      return ""
    }
  }

  private static func reason(of status: Int) -> String {
    reasons[status] ?? "Status"
  }

  private static let reasons = [
    100: "Continue", 200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 206: "Partial Content",
    301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified", 307: "Temporary Redirect",
    308: "Permanent Redirect", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 408: "Request Timeout", 409: "Conflict", 412: "Precondition Failed",
    413: "Content Too Large", 416: "Range Not Satisfiable", 422: "Unprocessable Content", 429: "Too Many Requests",
    431: "Request Header Fields Too Large", 500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway",
    503: "Service Unavailable", 504: "Gateway Timeout", 505: "HTTP Version Not Supported",
  ]
}
