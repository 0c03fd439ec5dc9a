import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a `URLRequest` says about its transfer, if that isn't the default: the transport takes it instead of its own settings.
struct URLRequestSettings: Sendable, Hashable {
  /// The timeout that every `URLRequest` begins with, and that means nothing in particular.
  private static let standardTimeout: TimeInterval = 60

  var timeoutInterval: TimeInterval?
  var cachePolicy: URLRequest.CachePolicy?
  /// Whether cookies are neither sent nor kept.
  var omitsCookies = false

  /// The settings; `nil` if all are defaults.
  init?(_ urlRequest: URLRequest) {
    if urlRequest.timeoutInterval != Self.standardTimeout { timeoutInterval = urlRequest.timeoutInterval }
    if urlRequest.cachePolicy != .useProtocolCachePolicy { cachePolicy = urlRequest.cachePolicy }
    omitsCookies = !urlRequest.httpShouldHandleCookies
    guard timeoutInterval != nil || cachePolicy != nil || omitsCookies else { return nil }
  }

  func apply(to urlRequest: inout URLRequest) {
    if let timeoutInterval { urlRequest.timeoutInterval = timeoutInterval }
    if let cachePolicy { urlRequest.cachePolicy = cachePolicy }
    if omitsCookies { urlRequest.httpShouldHandleCookies = false }
  }

  /// The directives of `Cache-Control` that say the same to caches on the way (RFC 9111 §5.2.1).
  var cacheDirectives: String? {
    switch cachePolicy {
    case nil, .useProtocolCachePolicy: nil
    case .returnCacheDataElseLoad: "max-stale"
    case .returnCacheDataDontLoad: "only-if-cached, max-stale"
    default: "no-cache"
    }
  }
}

/// What the `URLRequest` that a request was made of says about its transfer.
enum URLRequestSettingsKey: RequestContextKey { typealias Value = URLRequestSettings }
