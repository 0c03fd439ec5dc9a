import Foundation

/// A request with its cache directives.
struct CacheLookup: Sendable {
  var request: Request
  let directives: RequestDirectives
  let address: CacheAddress
  let partition: CachePartition
  /// The part of the user's identity that matters for a shared response; `nil` without sharing.
  let sharer: CachePartition?
  /// The requested range; `nil` for the whole.
  private(set) var range: ByteRange?

  init(
    _ request: Request,
    _ directives: RequestDirectives,
    _ address: CacheAddress,
    partition: String?,
    sharesPublic: Bool = false
  ) {
    self.request = request
    self.directives = directives
    self.address = address
    range = directives.isPartial && request.httpMethod == .get ? request.headers["Range"].flatMap(ByteRange.init) : nil
    sharer =
      sharesPublic && partition == nil
      ? .authorization(.init(CachePartition.authorization(of: request, address))) : nil
    self.partition =
      if let partition {
        .partition(.text(partition))
      } else {
        .credentials(.init(CachePartition.credentials(of: request, address)))
      }
  }

  /// The address of the request, without a user.
  var url: URL? { address.userInfo == nil ? request.url : URL(string: address.text) }

  /// Whether the request has its own conditions, and is therefore sent unchanged.
  var isConditional: Bool { directives.isConditional || directives.hasIfRange && range == nil }

  /// The same lookup for the complete response.
  var aboutWhole: CacheLookup {
    guard range != nil else { return self }
    var whole = self
    whole.range = nil
    whole.request.headers["Range"] = nil
    whole.request.headers["If-Range"] = nil
    return whole
  }

  /// Returns the request with conditions that validate a stored response (RFC 9111 §4.3.1).
  func request(validating stored: StoredResponse?) -> Request {
    guard let stored else { return request }
    var request = request
    if let tag = stored.entityTag { request.headers.append(tag, for: "If-None-Match") }
    if let change = stored.lastModified { request.headers.append(change, for: "If-Modified-Since") }
    return request
  }
}

/// How a stored response may be used.
enum CacheStrategy: Sendable, Hashable {
  case fresh
  case stale
  case staleWhileRevalidating
  case validating
}

extension CacheLookup {
  /// Returns how a stored response with an age may be used (RFC 9111 §4, §5.2.1).
  func use(of policy: Freshness, age: Double) -> CacheStrategy {
    let staleness = age - policy.lifetime
    let isFresh = staleness < 0
    guard !directives.noCache, !policy.noCache, isYoungEnough(policy, age), lastsLongEnough(-staleness) else {
      return .validating
    }
    if isFresh { return .fresh }
    guard !policy.mustRevalidate else { return .validating }
    if let maxStale = directives.maxStale, staleness <= maxStale { return .stale }
    if let patience = policy.staleWhileRevalidate, staleness <= patience { return .staleWhileRevalidating }
    return .validating
  }

  /// Returns whether a stored response with an age may replace an error (RFC 5861 §4).
  func allowsOnError(_ policy: Freshness, age: Double) -> Bool {
    guard !directives.noCache, !policy.noCache, !policy.mustRevalidate else { return false }
    let patience = [directives.staleIfError, policy.staleIfError].compactMap { $0 }.max()
    return patience.map { age - policy.lifetime <= $0 } ?? false
  }

  /// Returns whether the age is acceptable. An immutable response is, while it is fresh (RFC 8246 §2). For `max-age=0`,
  /// no age is.
  private func isYoungEnough(_ policy: Freshness, _ age: Double) -> Bool {
    guard let maxAge = directives.maxAge else { return true }
    return maxAge > 0 && age <= maxAge || policy.isImmutable && age < policy.lifetime
  }

  private func lastsLongEnough(_ remaining: Double) -> Bool { directives.minFresh.map { remaining >= $0 } ?? true }
}
