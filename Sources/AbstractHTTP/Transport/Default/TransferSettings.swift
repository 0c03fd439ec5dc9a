import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What an exchange takes from its connector when it starts.
struct TransferSettings: Sendable {
  var timeoutInterval: TimeInterval? = 15
  var stallTimeout: Duration?
  var isRedirectEnabled = true
  var crossOriginHeaders: [String] = []
  var isCookieEnabled = true
  var cookieJar = CookieJar.shared
  var cachePolicy = URLRequest.CachePolicy.useProtocolCachePolicy
  var maximumResponseSize: Int?
  var acceptLanguage = AcceptLanguage.system

  /// The settings, with those that a request brings along in place of the connector's.
  func replaced(by request: Request) -> TransferSettings {
    guard !request.context.isEmpty else { return self }
    var settings = self
    settings.timeoutInterval = request.timeoutInterval ?? timeoutInterval
    settings.cachePolicy = request.cachePolicy ?? cachePolicy
    if request.context[OmitsCookiesKey.self] == true { settings.isCookieEnabled = false }
    return settings
  }

  /// The timeout as a duration; one longer than ten years is none.
  func idleTimeout() throws(TransferRefusal) -> Duration? {
    guard let timeoutInterval else { return nil }
    guard timeoutInterval > 0 else { throw .timeoutInterval(timeoutInterval) }
    return timeoutInterval < 315_360_000 ? .seconds(timeoutInterval) : nil
  }

  /// The limit of a stream that stalls; one longer than ten years is none.
  func stallLimit() throws(TransferRefusal) -> Duration? {
    guard let stallTimeout else { return nil }
    guard stallTimeout > .zero else { throw .stallTimeout(stallTimeout) }
    return stallTimeout < .seconds(315_360_000) ? stallTimeout : nil
  }
}
