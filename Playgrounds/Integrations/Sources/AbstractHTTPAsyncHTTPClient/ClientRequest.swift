import AbstractHTTP
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1

extension AsyncHTTPClientConnector {
  /// Returns the request as the client sends it.
  func clientRequest(_ request: Request, _ meter: Meter) throws -> HTTPClientRequest {
    var sent = HTTPClientRequest(url: request.url.withoutUser.absoluteString)
    sent.method = NIOHTTP1.HTTPMethod(rawValue: request.httpMethod.rawValue)
    for field in headers(of: request) { sent.headers.add(name: field.name, value: field.value) }
    sent.body = try request.clientBody(meter)
    return sent
  }

  private func headers(of request: Request) -> AbstractHTTP.HTTPHeaders {
    var headers = request.headers
    func add(_ field: AbstractHTTP.HTTPHeaders.Field) {
      if !headers.contains(field.name) { headers.append(field.value, for: field.name) }
    }
    if let type = request.body?.contentType { add(.contentType(type)) }
    if acceptsCompression { add(.init(name: "Accept-Encoding", value: "gzip, deflate")) }
    if let user = request.url.user(percentEncoded: false) {
      add(.authorization(username: user, password: request.url.password(percentEncoded: false) ?? ""))
    }
    if let cookies = cookieJar?.header(for: request.url) { add(.init(name: "Cookie", value: cookies)) }
    return headers
  }
}

extension Request {
  /// Returns the body as a sequence that is read as it is sent.
  fileprivate func clientBody(_ meter: Meter) throws -> HTTPClientRequest.Body? {
    guard let body else { return nil }
    let length = try body.length ?? body.fileLength()
    if httpMethod == .head, length != 0 { throw TransferRefusal.bodyOfHead }
    guard length != 0 else { return .bytes(ByteBuffer()) }
    meter.begin(sending: length)
    let pieces = body.pieces.map { piece in
      meter.sent(piece.count)
      return ByteBuffer(data: piece)
    }
    return .stream(pieces, length: length.map { .known($0) } ?? .unknown)
  }
}

extension RequestBody {
  /// The length of a regular file; `nil` for other contents, such as a stream.
  fileprivate func fileLength() throws -> Int64? {
    guard case .file(let url) = content else { return nil }
    let values = try? url.resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey])
    return values?.isRegularFile == true ? values?.fileSize.map { Int64($0) } : nil
  }
}

extension URL {
  /// The URL without its user and password.
  var withoutUser: URL {
    guard user != nil || password != nil, var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else {
      return self
    }
    (parts.user, parts.password) = (nil, nil)
    return parts.url ?? self
  }
}
