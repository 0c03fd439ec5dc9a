import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Request {
  /// The request as a `URLRequest`, with a body that is in memory.
  var native: URLRequest {
    var native = URLRequest(url: url)
    if let timeoutInterval { native.timeoutInterval = timeoutInterval }
    if let cachePolicy { native.cachePolicy = cachePolicy }
    native.httpMethod = httpMethod.rawValue
    for field in headers { native.setValue(headers[field.name], forHTTPHeaderField: field.name) }
    if case .data(let data)? = body?.content { native.httpBody = data }
    return native
  }

  /// Returns the request with the changes that a plugin made to the system's request.
  ///
  /// - Throws: ``UnreadMember`` for an unsupported change.
  func taking(_ prepared: URLRequest, changedFrom native: URLRequest, plugin: Any.Type) throws -> Request {
    guard prepared.httpBodyStream == nil else {
      throw UnreadMember(plugin, "prepare(_:target:)", InputStream.self, "set httpBody, or prepare a Request")
    }
    var request = self
    if prepared.timeoutInterval != native.timeoutInterval { request.timeoutInterval = prepared.timeoutInterval }
    if prepared.cachePolicy != native.cachePolicy { request.cachePolicy = prepared.cachePolicy }
    if let url = prepared.url, url != native.url { request.url = url }
    if let method = prepared.httpMethod, method != native.httpMethod { request.httpMethod = HTTPMethod(method) }
    if prepared.httpBody != native.httpBody {
      request.body = prepared.httpBody.map { RequestBody($0, contentType: body?.contentType) }
    }
    request.takeHeaders(prepared.allHTTPHeaderFields ?? [:], changedFrom: native.allHTTPHeaderFields ?? [:])
    return request
  }

  private mutating func takeHeaders(_ prepared: [String: String], changedFrom native: [String: String]) {
    for name in native.keys where prepared[name] == nil { headers[name] = nil }
    for (name, value) in prepared.sorted(by: { $0.key < $1.key }) where native[name] != value { headers[name] = value }
  }
}
