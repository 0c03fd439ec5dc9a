import Foundation

/// The place of an API key in a request.
public enum APIKeyPlace: Sendable, Hashable {
  /// A header with this name.
  case header(String)
  /// A parameter of the URL's query with this name.
  case query(String)
}

extension Middleware {
  /// Adds an API key to every request that doesn't have one.
  ///
  /// ```swift
  /// connection.use(.apiKey(key, in: .header("X-Api-Key"), for: ["https://api.example.com"]))
  /// connection.use(.apiKey(key, in: .query("appid"), for: ["https://api.weather.example"]))
  /// ```
  ///
  /// The key is masked in logs, traces, curl commands, and archives, whatever its name. It isn't sent after a redirect
  /// to another origin, and isn't added to the address of any redirect. A 401 is returned unchanged. Prefer a header,
  /// because servers and proxies log the addresses of requests.
  ///
  /// - Parameters:
  ///   - key: The key. If it can't be sent in a header, the call fails with `.invalidRequest` and ``InvalidRequest``.
  ///   - place: The place of the key.
  ///   - origins: The servers that may see the key. Defaults to the origin of the client's base URL or of the target,
  ///     or to the servers of the connection's requests, depending on where the middleware is used. Options without a
  ///     base URL require them.
  public static func apiKey(_ key: String, in place: APIKeyPlace, for origins: Origins? = nil) -> Middleware {
    credential(for: origins) { origins in
      Middleware("apiKey", slot: .authorize) { request, next throws(ConnectionError) in
        guard request.takesCredentials, try origins.contain(request) else { return try next.run(request) }
        return try next.run(try request.carrying(key, in: place))
      }
    }
  }
}

extension Request {
  fileprivate func carrying(_ key: String, in place: APIKeyPlace) throws(ConnectionError) -> Request {
    var request = self
    switch place {
    case .header(let name):
      if !headers.contains(name) { request.headers[name] = key }
      request.addConfidential([name])
    case .query(let name):
      let query = URLQuery(string: (try? address.query) ?? "")
      if !query.keyValues.contains(where: { $0.key == name }) { request.url = url.appending(key, for: name) }
      request.context[ConfidentialParametersKey.self] = confidentialParameters + [name]
    }
    request.context[IsAuthorizedKey.self] = true
    do {
      try request.validate()
    } catch {
      throw ConnectionError(.invalidRequest, nativeError: error, request: self)
    }
    return request
  }
}

extension HTTPAddress {
  /// The query after the `?`, still encoded; empty without one.
  fileprivate var query: String {
    target.utf8.firstIndex(of: UInt8(ascii: "?")).map { String(target[$0...]) } ?? ""
  }
}

extension URL {
  /// Returns the URL with an additional parameter before the fragment.
  fileprivate func appending(_ value: String, for name: String) -> URL {
    let pair = [name, value].map { PercentEncoding.encode($0, leaving: PercentEncoding.isUnreserved) }
    let text = absoluteString
    let end = text.utf8.firstIndex(of: UInt8(ascii: "#")) ?? text.endIndex
    let start = text.utf8[..<end].firstIndex(of: UInt8(ascii: "?"))
    let separator = start.map { text.utf8.index(after: $0) == end ? "" : "&" } ?? "?"
    return URL(string: text[..<end] + separator + pair.joined(separator: "=") + text[end...]) ?? self
  }
}
