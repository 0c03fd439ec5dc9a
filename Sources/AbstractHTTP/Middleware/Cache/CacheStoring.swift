import Foundation

/// A request that was sent, with its time.
struct CacheExchange: Sendable {
  let lookup: CacheLookup
  let requestTime: Date
  let ticket: WriteGuard.Ticket
}

extension StoredResponse {
  /// Creates a stored response if it may be stored, and is worth it (RFC 9111 §3).
  init(_ response: Response, to exchange: CacheExchange, at responseTime: Date) throws(NotStored) {
    let directives = ResponseDirectives(response.headers)
    let sent = response.request ?? exchange.lookup.request
    try Self.check(response, directives)
    guard response.isWhole else { throw NotStored(.incomplete) }
    guard response.wasNotRedirected(from: sent) else { throw NotStored(.redirected) }
    let isPublic = directives.isPublic && !directives.isPrivate
    let varyKey = try VaryKey(of: exchange.lookup, response.headers, isPublic: isPublic)
    try varyKey.check(sent)
    guard response.mayBeOfUse(directives, for: exchange.lookup.directives) else { throw NotStored(.noFreshness) }
    self.init(
      statusCode: response.statusCode,
      headers: Self.stored(response.headers, directives, responseTime),
      data: response.data,
      requestTime: exchange.requestTime,
      responseTime: responseTime,
      varyKey: varyKey,
      directives: directives
    )
    guard isWorthStoring(for: exchange.lookup.directives) else { throw NotStored(.noFreshness) }
  }

  /// Checks that the status and the directives allow storing.
  private static func check(_ response: Response, _ directives: ResponseDirectives) throws(NotStored) {
    let status = response.statusCode
    guard status != 206 else { throw NotStored(.partial) }
    guard status >= 200, !aboutConditions.contains(status) else { throw NotStored(.status(status)) }
    if directives.mustUnderstand {
      guard understood.contains(status) else { throw NotStored(.status(status)) }
    } else if directives.noStore {
      throw NotStored(.noStore)
    }
    let isAllowed =
      directives.isPublic || directives.isPrivate || directives.maxAge != nil
      || response.headers.contains("Expires") || Freshness.heuristicallyCacheable.contains(status)
    guard isAllowed else { throw NotStored(.status(status)) }
  }

  /// Returns whether the response can be useful: it is fresh for a while, can be validated, or may be used stale.
  private func isWorthStoring(for directives: RequestDirectives) -> Bool {
    if policy.noCache || hasValidator { return hasValidator }
    return policy.lifetime > 0 || policy.staleIfError != nil || policy.staleWhileRevalidate != nil
      || directives.staleIfError != nil || directives.maxStale != nil
  }

  /// Returns the headers that may be stored (RFC 9111 §3.1), with a date if there was none (RFC 9110 §6.6.1).
  private static func stored(
    _ headers: HTTPHeaders,
    _ directives: ResponseDirectives,
    _ responseTime: Date
  ) -> HTTPHeaders {
    let listed = headers["Connection"]?.split(separator: ",").map { HTTPToken.trimmed(String($0)) } ?? []
    let left = unstored + listed + directives.unstoredFields
    var kept = HTTPHeaders(headers.filter { field in !left.contains { HTTPToken.isSame($0, field.name) } })
    if kept.values(for: "Date").first.flatMap({ HTTPDate.date(of: $0, now: responseTime) }) == nil {
      kept["Date"] = HTTPDate.text(of: responseTime)
    }
    return kept
  }

  /// Fields of a network connection or a proxy, and cookies, which were set when the response arrived.
  private static let unstored = [
    "Connection", "Keep-Alive", "Proxy-Connection", "TE", "Trailer", "Transfer-Encoding", "Upgrade",
    "Proxy-Authenticate", "Proxy-Authentication-Info", "Proxy-Authorization", "Set-Cookie", "Set-Cookie2",
  ]

  /// Statuses that depend on fields that the cache doesn't examine: ranges and conditions.
  private static let aboutConditions: Set<Int> = [206, 304, 412, 416]

  /// Statuses whose caching rules are implemented (RFC 9111 §5.2.2.3).
  private static let understood: Set<Int> = [
    200, 203, 204, 300, 301, 302, 303, 307, 308, 404, 405, 410, 414, 501,
  ]
}

extension Response {
  /// Returns whether the directives specify freshness, validation, or permission to be stale, which can be checked
  /// before the rest is read.
  fileprivate func mayBeOfUse(_ directives: ResponseDirectives, for request: RequestDirectives) -> Bool {
    directives.maxAge != nil || directives.staleIfError != nil || directives.staleWhileRevalidate != nil
      || request.staleIfError != nil || request.maxStale != nil
      || ["ETag", "Last-Modified", "Expires"].contains(where: headers.contains)
  }

  /// Whether the body has the announced length, as far as that can be determined (RFC 9111 §3.3).
  fileprivate var isWhole: Bool {
    guard statusCode != 204, let length = headers["Content-Length"], !headers.contains("Content-Encoding") else {
      return true
    }
    let first = length.split(separator: ",").first.map { HTTPToken.trimmed(String($0)) }
    return first.flatMap { Int($0) }.map { $0 == data.count } ?? true
  }

  /// Returns whether the response came from the requested address, because it isn't known what a redirect on the way
  /// allows.
  fileprivate func wasNotRedirected(from sent: Request) -> Bool {
    guard let url, url != sent.url else { return true }
    return CacheAddress(url)?.text == CacheAddress(sent.url)?.text
  }

  /// Whether the server is failing. In this case, the stored responses stay.
  var isOutage: Bool { [500, 502, 503, 504].contains(statusCode) }

  /// Whether the response supersedes the stored ones, even if it isn't stored itself.
  var isFinal: Bool { (200..<400).contains(statusCode) && statusCode != 304 || statusCode == 404 || statusCode == 410 }
}
