import Foundation

/// What a stored response's headers say of its life; read once, when it is stored.
struct Freshness: Sendable, Hashable {
  /// How long it is fresh, counted in its age (RFC 9111 §4.2.1).
  let lifetime: Double
  /// How old it was when it came (RFC 9111 §4.2.3).
  let initialAge: Double
  /// When the server made it.
  let date: Date
  let noCache: Bool
  let mustRevalidate: Bool
  let isImmutable: Bool
  let staleWhileRevalidate: Double?
  let staleIfError: Double?

  init(
    statusCode: Int,
    headers: HTTPHeaders,
    directives: ResponseDirectives,
    requestTime: Date,
    responseTime: Date
  ) {
    date = Self.date("Date", in: headers, responseTime) ?? responseTime
    let ageValue = Self.age(in: headers) + max(0, responseTime.timeIntervalSince(requestTime))
    initialAge = max(0, responseTime.timeIntervalSince(date), ageValue)
    lifetime = Self.lifetime(statusCode, headers, directives, date)
    noCache = directives.noCache
    mustRevalidate = directives.mustRevalidate
    isImmutable = directives.isImmutable
    staleWhileRevalidate = directives.staleWhileRevalidate
    staleIfError = directives.staleIfError
  }

  /// How old it is (RFC 9111 §4.2.3); infinitely old where the clock was set back since, for nobody knows then.
  func age(_ responseTime: Date, at now: Date) -> Double {
    let residence = now.timeIntervalSince(responseTime)
    return residence >= -Self.tolerance ? initialAge + max(0, residence) : .infinity
  }

  /// The statuses that may be kept without being told so (RFC 9110 §15.1), but for 206.
  static let heuristicallyCacheable: Set<Int> = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501]

  /// How far a clock may be set back before that is noticed: a minute.
  private static let tolerance = 60.0
  /// What part of the time since its last change a response is taken to be fresh for (RFC 9111 §4.2.2), …
  private static let heuristicFraction = 0.1
  /// … and a week at most.
  private static let longestHeuristic = 7.0 * 86_400

  private static func lifetime(
    _ statusCode: Int,
    _ headers: HTTPHeaders,
    _ directives: ResponseDirectives,
    _ date: Date
  ) -> Double {
    if let maxAge = directives.maxAge { return maxAge }
    if headers.contains("Expires") {
      return max(0, Self.date("Expires", in: headers, date)?.timeIntervalSince(date) ?? 0)
    }
    guard heuristicallyCacheable.contains(statusCode) || directives.isPublic,
      let change = Self.date("Last-Modified", in: headers, date)
    else { return 0 }
    return min(max(0, date.timeIntervalSince(change)) * heuristicFraction, longestHeuristic)
  }

  /// The first member of `Age`; 0 for what is no number (RFC 9111 §5.1).
  private static func age(in headers: HTTPHeaders) -> Double {
    let first = headers["Age"]?.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).first
    let text = HTTPToken.trimmed(first.map { String(Substring($0)) } ?? "")
    return CacheDirective(name: "age", argument: text).seconds ?? 0
  }

  private static func date(_ name: String, in headers: HTTPHeaders, _ now: Date) -> Date? {
    headers.values(for: name).first.flatMap { HTTPDate.date(of: $0, now: now) }
  }
}
