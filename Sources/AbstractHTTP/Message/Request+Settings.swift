public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension Request {
  /// The longest time in seconds without any transferred byte before the exchange fails. Defaults to `nil`, which uses
  /// the connector's timeout.
  ///
  /// ``DefaultHTTPConnector`` honors it like its own ``DefaultHTTPConnector/timeoutInterval``, and a ``StubConnector``
  /// ignores it. Any other connector must declare that it ``HTTPConnector/takesRequestSettings``; otherwise, a request
  /// with a timeout fails with `.invalidRequest` and ``UnsupportedSetting``. Requests that differ only in their timeout
  /// are equal. To limit the time of a whole call, use the middleware ``Middleware/timeout(attempt:total:clock:)``.
  public var timeoutInterval: TimeInterval? {
    get { settings?.timeoutInterval }
    set { if newValue != timeoutInterval { set(newValue, cachePolicy) } }
  }

  /// The cache policy. Defaults to `nil`, which uses the connector's policy.
  ///
  /// The middleware ``Middleware/cache(_:partition:sharesPublic:now:)`` honors it first, and then the connector, in the
  /// same way as ``timeoutInterval``:
  ///
  /// - `.reloadIgnoringLocalCacheData` and the other policies that reload ask the server whether the stored response is
  ///   still valid.
  /// - `.returnCacheDataElseLoad` uses a stored response, however old it is.
  /// - `.returnCacheDataDontLoad` does the same, and never contacts the server: without a stored response, the
  ///   middleware answers with 504, and ``DefaultHTTPConnector`` fails with `URLError.resourceUnavailable`.
  ///
  /// In the middleware, a `Cache-Control` header of the request takes precedence.
  public var cachePolicy: URLRequest.CachePolicy? {
    get { settings?.cachePolicy }
    set { if newValue != cachePolicy { set(timeoutInterval, newValue) } }
  }

  /// The first setting that some connectors don't honor.
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

// One value, because it is looked up for each request.
private struct RequestSettings: RequestContextKey, Sendable {
  typealias Value = RequestSettings

  let timeoutInterval: TimeInterval?
  let cachePolicy: URLRequest.CachePolicy?
}

/// The error of a request with a setting that its connector doesn't honor.
///
/// The request isn't sent, because the setting would be ignored. Set it on the connector instead, or implement
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

  /// The setting, the connector, and a suggestion.
  public var description: String {
    "\(connector) doesn't honor the \(name.rawValue) of a request: set it on the connector, or implement takesRequestSettings"
  }
}

extension UnsupportedSetting {
  /// The key of the sentence for the user, ``ErrorMessages/Key/invalidRequest``.
  public var message: ErrorMessages.Key { .invalidRequest }
}
