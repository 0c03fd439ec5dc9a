import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The settings that an exchange reads from its connector when it starts.
struct TransferSettings: Sendable {
  var timeoutInterval: TimeInterval? = 15
  var stallTimeout: Duration?
  var redirectPolicy = RedirectPolicy.follow
  var connectTimeout: Duration?
  /// The engine; `nil` for the engine of the default settings.
  var engine: SharedEngine?
  var crossOriginHeaders: [String] = []
  var isCookieEnabled = true
  var cookieJar = CookieJar.shared
  var cachePolicy = URLRequest.CachePolicy.useProtocolCachePolicy
  var maximumResponseSize: Int?
  var acceptLanguage = AcceptLanguage.system

  /// Returns the settings, with the request's settings in place of the connector's.
  func replaced(by request: Request) -> TransferSettings {
    guard !request.context.isEmpty else { return self }
    var settings = self
    settings.timeoutInterval = request.timeoutInterval ?? timeoutInterval
    settings.cachePolicy = request.cachePolicy ?? cachePolicy
    if request.context[OmitsCookiesKey.self] == true { settings.isCookieEnabled = false }
    if !request.options.isEmpty { settings.take(request.options) }
    return settings
  }

  private mutating func take(_ options: RequestOptions) {
    redirectPolicy = options[RedirectPolicy.self] ?? redirectPolicy
    connectTimeout = options[ConnectTimeout.self]?.duration ?? connectTimeout
    maximumResponseSize = options[ResponseSizeLimit.self]?.bytes ?? maximumResponseSize
    let (tls, proxy, socket) = (options[TLSSettings.self], options[ProxySettings.self], options[UnixSocket.self])
    guard tls != nil || proxy != nil || socket != nil else { return }
    changeEngine { engine in
      engine.tls = tls ?? engine.tls
      engine.proxy = proxy ?? engine.proxy
      engine.socketPath = socket?.path ?? engine.socketPath
    }
  }

  mutating func changeEngine(_ change: (inout EngineSettings) -> Void) {
    var settings = engine?.settings ?? EngineSettings()
    change(&settings)
    engine = .of(settings)
  }

  /// Rejects requests without TLS to a host whose key is pinned.
  func checkPins(of address: HTTPAddress) throws(TransferRefusal) {
    guard !address.isSecure, engine?.settings.tls.pins(of: address.host) != nil else { return }
    throw .unprotectedPin(host: address.host)
  }

  /// Returns the timeout as a duration; `nil` if it is longer than ten years.
  func idleTimeout() throws(TransferRefusal) -> Duration? {
    guard let timeoutInterval else { return nil }
    guard timeoutInterval > 0 else { throw .timeoutInterval(timeoutInterval) }
    return timeoutInterval < 315_360_000 ? .seconds(timeoutInterval) : nil
  }

  /// Returns the time limit for connecting; `nil` if it is longer than ten years.
  func connectLimit() throws(TransferRefusal) -> Duration? {
    guard let connectTimeout else { return nil }
    guard connectTimeout > .zero else {
      throw .invalidOption("connectTimeout", "\(connectTimeout.text) can't be waited for")
    }
    return connectTimeout < .seconds(315_360_000) ? connectTimeout : nil
  }

  /// Returns the stall timeout of a stream; `nil` if it is longer than ten years.
  func stallLimit() throws(TransferRefusal) -> Duration? {
    guard let stallTimeout else { return nil }
    guard stallTimeout > .zero else { throw .stallTimeout(stallTimeout) }
    return stallTimeout < .seconds(315_360_000) ? stallTimeout : nil
  }
}
