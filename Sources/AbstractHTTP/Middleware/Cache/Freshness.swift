import Foundation

/// The headers of a stored response that determine its freshness, read once when it is stored.
struct Freshness: Sendable, Hashable {
  /// The freshness lifetime, compared with the age (RFC 9111 §4.2.1).
  let lifetime: Double
  /// The age on arrival (RFC 9111 §4.2.3).
  let initialAge: Double
  /// The time at which the server created the response.
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

  /// Returns its age (RFC 9111 §4.2.3). If the clock was set back in the meantime, the age is unknown, and counts as
  /// infinite.
  func age(_ responseTime: Date, at now: Date) -> Double {
    let residence = now.timeIntervalSince(responseTime)
    return residence >= -Self.tolerance ? initialAge + max(0, residence) : .infinity
  }

  /// The statuses that may be stored without explicit permission (RFC 9110 §15.1), except 206.
  static let heuristicallyCacheable: Set<Int> = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501]

  /// How far a clock may be set back without being detected: a minute.
  private static let tolerance = 60.0
  /// The fraction of the time since the last change for which a response is considered fresh (RFC 9111 §4.2.2), …
  private static let heuristicFraction = 0.1
  /// … which is a week at most.
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

  /// Returns the first member of `Age`; 0 if it isn't a number (RFC 9111 §5.1).
  private static func age(in headers: HTTPHeaders) -> Double {
    let first = headers["Age"]?.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).first
    let text = HTTPToken.trimmed(first.map { String(Substring($0)) } ?? "")
    return CacheDirective(name: "age", argument: text).seconds ?? 0
  }

  private static func date(_ name: String, in headers: HTTPHeaders, _ now: Date) -> Date? {
    headers.values(for: name).first.flatMap { HTTPDate.date(of: $0, now: now) }
  }
}
