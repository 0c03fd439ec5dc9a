public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension Request {
  /// For how long no byte may travel before the exchange fails, in seconds; `nil`, the default, for what the connector says.
  ///
  /// ``DefaultHTTPConnector`` honors it as it does its own ``DefaultHTTPConnector/timeoutInterval``, and a ``StubConnector`` takes
  /// no notice of it. Any other connector must say that it ``HTTPConnector/takesRequestSettings``; otherwise a request with a
  /// timeout fails with `.invalidRequest` and ``UnsupportedSetting``. Requests that differ in it are equal. For the time of a
  /// whole call, use the middleware ``Middleware/timeout(attempt:total:clock:)``.
  public var timeoutInterval: TimeInterval? {
    get { settings?.timeoutInterval }
    set { if newValue != timeoutInterval { set(newValue, cachePolicy) } }
  }

  /// How caches are used; `nil`, the default, for what the connector says.
  ///
  /// The middleware ``Middleware/cache(_:partition:sharesPublic:now:)`` honors it, and then the connector, as it does
  /// ``timeoutInterval``:
  ///
  /// - `.reloadIgnoringLocalCacheData` and the other policies that reload ask the server, if the response that is stored
  ///   still holds.
  /// - `.returnCacheDataElseLoad` takes a stored response, however old it is.
  /// - `.returnCacheDataDontLoad` does, too, and asks no server: without a stored response, the middleware answers with 504, and
  ///   ``DefaultHTTPConnector`` fails with `URLError.resourceUnavailable`.
  ///
  /// A `Cache-Control` header of the request has precedence in the middleware.
  public var cachePolicy: URLRequest.CachePolicy? {
    get { settings?.cachePolicy }
    set { if newValue != cachePolicy { set(timeoutInterval, newValue) } }
  }

  /// The first setting that not every connector honors.
  var setting: UnsupportedSetting.Name? {
    guard let settings else { return nil }
    return settings.timeoutInterval != nil ? .timeoutInterval : .cachePolicy
  }

  private var settings: RequestSettings? { context.isEmpty ? nil : context[RequestSettings.self] }

  private mutating func set(_ timeoutInterval: TimeInterval?, _ cachePolicy: URLRequest.CachePolicy?) {
    let isNone = timeoutInterval == nil && cachePolicy == nil
    let settings = RequestSettings(timeoutInterval: timeoutInterval, cachePolicy: cachePolicy)
    context[RequestSettings.self] = isNone ? nil : settings
  }
}

// One value, since each request is asked for it.
private struct RequestSettings: RequestContextKey, Sendable {
  typealias Value = RequestSettings

  let timeoutInterval: TimeInterval?
  let cachePolicy: URLRequest.CachePolicy?
}

/// A request has a setting that its connector doesn't honor.
///
/// The request isn't sent, since the setting would be ignored. Set it on the connector instead, or implement
/// ``HTTPConnector/takesRequestSettings``.
public struct UnsupportedSetting: AbstractHTTPError, Hashable {
  /// The name of a setting.
  public enum Name: String, Sendable, Hashable, CaseIterable {
    /// ``Request/timeoutInterval``.
    case timeoutInterval
    /// ``Request/cachePolicy``.
    case cachePolicy
  }

  /// The setting.
  public let name: Name
  /// The type of the connector.
  public let connector: String

  /// The setting, the connector, and what helps.
  public var description: String {
    "\(connector) doesn't honor the \(name.rawValue) of a request: set it on the connector, or implement takesRequestSettings"
  }
}

extension UnsupportedSetting {
  /// ``ErrorMessages/Key/invalidRequest``.
  public var message: ErrorMessages.Key { .invalidRequest }
}
