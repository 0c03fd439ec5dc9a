/// An option of a request that its connector must honor.
///
/// ```swift
/// request.options[RedirectPolicy.self] = .never
/// ```
///
/// The library's options are ``TLSSettings``, ``ProxySettings``, ``RedirectPolicy``, ``ConnectTimeout``,
/// ``ResponseSizeLimit``, ``UnixSocket``, and ``RequiredCapabilities``. For a custom connector, define a custom option, and list it in the connector's
/// ``HTTPConnector/capabilities``:
///
/// ```swift
/// struct Priority: RequestOption { var level = 1 }
///
/// final class Bus: AsyncHTTPConnector {
///   var capabilities: ConnectorCapabilities { [.option(Priority.self)] }
///   func response(to request: Request) async throws -> Response {
///     Response(data: Data("sent at \(request.options[Priority.self]?.level ?? 1)".utf8))
///   }
/// }
/// ```
///
/// A request with an option that its connector doesn't list isn't sent. It fails with `.invalidRequest` and
/// ``TransferRefusal/unsupported(_:by:)``.
public protocol RequestOption: Sendable {}

/// The options of a request, at most one of each type.
///
/// Set them on a request, in ``RequestSpec/requestOptions``, with ``HTTP/option(_:)``, or, for all calls of a client,
/// with ``Middleware/options(_:)``. An option of the request overrides the connector's setting. Like the
/// ``Request/context``, options are ignored when requests are compared.
public struct RequestOptions: Sendable {
  var context: RequestContext

  /// Creates options.
  ///
  /// ```swift
  /// RequestOptions(RedirectPolicy.sameOrigin, ResponseSizeLimit(bytes: 1_000_000))
  /// ```
  public init(_ options: any RequestOption...) {
    context = RequestContext()
    for option in options { set(option) }
  }

  init(_ context: RequestContext) { self.context = context }

  /// The option of a type; `nil` if there is none.
  public subscript<Option: RequestOption>(_ type: Option.Type) -> Option? {
    get { context[OptionKey<Option>.self] }
    set { context.setOption(newValue) }
  }

  /// Whether there are no options.
  public var isEmpty: Bool { !context.hasOptions }

  mutating func set(_ option: some RequestOption) { context.setOption(option) }

  /// Adds the options of types that aren't set yet.
  mutating func add(_ other: RequestOptions) {
    for option in other.context.options { add(option) }
  }

  private mutating func add<Option: RequestOption>(_ option: Option) {
    if self[Option.self] == nil { self[Option.self] = option }
  }
}

/// The key of an option in a request's context.
enum OptionKey<Option: RequestOption>: RequestContextKey { typealias Value = Option }

extension Request {
  /// The options that the connector must honor.
  ///
  /// ```swift
  /// request.options[TLSSettings.self] = TLSSettings(pins: ["api.example.com": [pin]])
  /// ```
  public var options: RequestOptions {
    get { RequestOptions(context) }
    set { context.replaceOptions(by: newValue.context) }
  }
}
