/// The result of a cache lookup or of storing a response, as a trace shows it.
///
/// The names are those of RFC 9211, if it has one. More may be added, so a `switch` needs a `default`.
public struct CacheStatus: Sendable, Hashable, CustomStringConvertible {
  /// The name of the status: `hit`, `not stored`.
  public let name: String
  /// The reason; `nil` if the name is sufficient.
  public let reason: CacheReason?

  /// Creates a status.
  public init(_ name: String, because reason: CacheReason? = nil) {
    self.name = name
    self.reason = reason
  }

  /// A fresh response is returned.
  public static let hit = CacheStatus("hit")
  /// Nothing is stored for the address (`fwd=uri-miss`).
  public static let miss = CacheStatus("miss")
  /// A response is stored, and the server is asked whether it is still valid (`fwd=stale` or `fwd=request`).
  public static let revalidating = CacheStatus("revalidating")
  /// The server confirmed that the stored response is still valid.
  public static let revalidated = CacheStatus("revalidated")
  /// A stale response is returned.
  public static let stale = CacheStatus("stale")
  /// The response was stored (`stored`).
  public static let stored = CacheStatus("stored")

  /// No stored response may be returned, for example because it belongs to another user (`fwd=vary-miss`).
  public static func miss(_ reason: CacheReason) -> CacheStatus { CacheStatus("miss", because: reason) }
  /// The request isn't looked up (`fwd=bypass` or `fwd=method`).
  public static func bypassed(_ reason: CacheReason) -> CacheStatus { CacheStatus("bypassed", because: reason) }
  /// The response was not stored.
  public static func notStored(_ reason: CacheReason) -> CacheStatus { CacheStatus("not stored", because: reason) }

  /// The name, with the reason: `not stored: no-store`.
  public var description: String { reason.map { "\(name): \($0)" } ?? name }
}

/// The reason why a cache didn't answer a request, or didn't store its response.
///
/// ```swift
/// connection.use(.cache(), .observe { event in
///   if case .cache(let verdict) = event.kind, verdict == .notStored(.noFreshness) { note(verdict) }
/// })
/// ```
public struct CacheReason: Sendable, Hashable, CustomStringConvertible {
  /// A description of the reason, without secrets.
  public let description: String

  /// Creates a reason.
  public init(_ description: String) { self.description = description }

  /// Only `GET` is stored, and only `GET` and `HEAD` are answered.
  public static let method = CacheReason("the method")
  /// The request has a body.
  public static let requestBody = CacheReason("the request has a body")
  /// The response goes to a file.
  public static let download = CacheReason("the response goes to a file")
  /// The response is streamed.
  public static let stream = CacheReason("the response is streamed")
  /// The request has `Cache-Control: no-store`.
  public static let requestNoStore = CacheReason("the request says no-store")
  /// The request has its own conditions, such as `If-None-Match`, and is sent unchanged.
  public static let conditions = CacheReason("the request has conditions")
  /// The request is for several ranges, for an invalid range, or for a range of a compressed body.
  public static let range = CacheReason("the range")
  /// The address is neither `http` nor `https`.
  public static let address = CacheReason("the address")
  /// The stored response is stale, and the server isn't asked about it.
  public static let stale = CacheReason("stale")
  /// Responses are stored for the address, but for other credentials, cookies, or `Vary` fields.
  public static let otherVariant = CacheReason("stored for other requests only")

  /// The response has `Cache-Control: no-store`.
  public static let noStore = CacheReason("no-store")
  /// The response is partial (206).
  public static let partial = CacheReason("a part")
  /// The body isn't as long as its `Content-Length`.
  public static let incomplete = CacheReason("incomplete")
  /// A redirect led to another address.
  public static let redirected = CacheReason("redirected")
  /// The response has `Vary: *`.
  public static let varyAny = CacheReason("Vary: *")
  /// The response varies by cookies, which a jar may have added unseen.
  public static let varyCookie = CacheReason("Vary: Cookie, without a Cookie header")
  /// A middleware further in added a credential, so the owner of the response is unknown.
  public static let credentials = CacheReason("credentials were added")
  /// The request was sent with another value of a field that the response varies by.
  public static let changedRequest = CacheReason("sent with other fields")
  /// The response has no freshness lifetime, `ETag`, or `Last-Modified`.
  public static let noFreshness = CacheReason("neither fresh nor with a validator")
  /// The partition differs from the one that the request was made for.
  public static let partition = CacheReason("the partition changed")
  /// The address was invalidated while the response was on its way.
  public static let invalidated = CacheReason("invalidated meanwhile")
  /// The store has no room for the response, or can't write it.
  public static let noRoom = CacheReason("the store did not take it")

  /// A response with this status is never stored, or only with explicit freshness.
  public static func status(_ code: Int) -> CacheReason { CacheReason("status \(code)") }
}

/// The reason why a response isn't stored, thrown inside the cache.
struct NotStored: Error {
  let reason: CacheReason

  init(_ reason: CacheReason) { self.reason = reason }
}

/// The former name of ``CacheStatus``.
@available(*, deprecated, renamed: "CacheStatus")
public typealias CacheVerdict = CacheStatus
