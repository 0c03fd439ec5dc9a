import Foundation

/// A request that was sent, and when.
struct CacheExchange: Sendable {
  let lookup: CacheLookup
  let requestTime: Date
  let ticket: WriteGuard.Ticket
}

extension StoredResponse {
  /// Takes a response that may be stored, and is worth it (RFC 9111 §3).
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

  /// Checks that its status and its directives allow it.
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

  /// Whether it can be of use: it is fresh for a while, it can be validated, or it may be given when it is stale.
  private func isWorthStoring(for directives: RequestDirectives) -> Bool {
    if policy.noCache || hasValidator { return hasValidator }
    return policy.lifetime > 0 || policy.staleIfError != nil || policy.staleWhileRevalidate != nil
      || directives.staleIfError != nil || directives.maxStale != nil
  }

  /// The headers that may be stored (RFC 9111 §3.1), with a date if there was none (RFC 9110 §6.6.1).
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

  /// What belongs to a connection or a proxy; and cookies, which were set when the response came.
  private static let unstored = [
    "Connection", "Keep-Alive", "Proxy-Connection", "TE", "Trailer", "Transfer-Encoding", "Upgrade",
    "Proxy-Authenticate", "Proxy-Authentication-Info", "Proxy-Authorization", "Set-Cookie", "Set-Cookie2",
  ]

  /// The statuses that depend on fields which the cache does not look at: ranges and conditions.
  private static let aboutConditions: Set<Int> = [206, 304, 412, 416]

  /// The statuses whose rules for caches are kept here (RFC 9111 §5.2.2.3).
  private static let understood: Set<Int> = [
    200, 203, 204, 300, 301, 302, 303, 307, 308, 404, 405, 410, 414, 501,
  ]
}

extension Response {
  /// Whether it says anything of how long it's fresh, how it's validated, or whether it may be stale: what can be told before
  /// the rest is read.
  fileprivate func mayBeOfUse(_ directives: ResponseDirectives, for request: RequestDirectives) -> Bool {
    directives.maxAge != nil || directives.staleIfError != nil || directives.staleWhileRevalidate != nil
      || request.staleIfError != nil || request.maxStale != nil
      || ["ETag", "Last-Modified", "Expires"].contains(where: headers.contains)
  }

  /// Whether the body is as long as was announced, as far as that can be told (RFC 9111 §3.3).
  fileprivate var isWhole: Bool {
    guard statusCode != 204, let length = headers["Content-Length"], !headers.contains("Content-Encoding") else {
      return true
    }
    let first = length.split(separator: ",").first.map { HTTPToken.trimmed(String($0)) }
    return first.flatMap { Int($0) }.map { $0 == data.count } ?? true
  }

  /// Whether the address that was asked answered itself: nothing is known of what a redirect on the way allows.
  fileprivate func wasNotRedirected(from sent: Request) -> Bool {
    guard let url, url != sent.url else { return true }
    return CacheAddress(url)?.text == CacheAddress(sent.url)?.text
  }

  /// Whether the server gave it up: with this, a new answer takes nothing away from what is stored.
  var isOutage: Bool { [500, 502, 503, 504].contains(statusCode) }

  /// Whether what was stored before is not right any more, although this is not stored.
  var isFinal: Bool { (200..<400).contains(statusCode) && statusCode != 304 || statusCode == 404 || statusCode == 410 }
}
