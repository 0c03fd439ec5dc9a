/// A feature that some requests need, and that not every connector supports.
public struct ConnectorCapability: Sendable, Hashable {
  /// The name, such as `requestTrailers`, or the type of an option.
  public let name: String
  private let option: ObjectIdentifier?

  /// Creates a capability for custom connectors and requests.
  ///
  /// - Parameter name: The name, which the error of an unsupported request contains.
  public init(_ name: String) { (self.name, option) = (name, nil) }

  private init(_ option: Any.Type) { (name, self.option) = ("\(option)", ObjectIdentifier(option)) }

  /// The connector sends ``RequestBody/trailers(_:)``, the fields after a body.
  public static let requestTrailers = Self("requestTrailers")
  /// The connector sends bodies whose ``BodyStream/length`` isn't known.
  public static let unknownLength = Self("unknownLength")
  /// The connector passes on a streamed body while it arrives, instead of after its end.
  public static let streaming = Self("streaming")
  /// The connector passes on a response while the body of its request is still being written.
  public static let duplex = Self("duplex")
  /// The connector neither sends nor stores cookies for a `URLRequest` whose `httpShouldHandleCookies` is `false`.
  public static let cookieFlag = Self("cookieFlag")

  /// Returns the capability to honor a request option.
  public static func option<Option: RequestOption>(_ option: Option.Type) -> ConnectorCapability { Self(option) }
}

/// The set of features that a connector supports.
///
/// ```swift
/// var capabilities: ConnectorCapabilities { [.requestTrailers, .option(RedirectPolicy.self)] }
/// ```
public struct ConnectorCapabilities: Sendable, ExpressibleByArrayLiteral {
  private let capabilities: Set<ConnectorCapability>?

  /// Lists the abilities of a connector.
  public init(arrayLiteral capabilities: ConnectorCapability...) { self.init(capabilities) }

  /// Lists the abilities of a connector.
  public init(_ capabilities: some Sequence<ConnectorCapability>) { self.capabilities = Set(capabilities) }

  private init() { capabilities = nil }

  /// All capabilities. Use it for test doubles, whose responses don't depend on them.
  public static let all = Self()

  /// Returns whether the connector has a capability.
  public func contains(_ capability: ConnectorCapability) -> Bool { capabilities?.contains(capability) ?? true }
}

extension Request {
  /// Returns a capability that the request needs and a connector lacks; `nil` if it lacks none.
  func unmetNeed(of connector: any HTTPConnector) -> ConnectorCapability? {
    guard body != nil || !context.isEmpty else { return nil }
    let needs = needs
    guard !needs.isEmpty else { return nil }
    let capabilities = connector.capabilities
    return needs.first { !capabilities.contains($0) }
  }

  private var needs: [ConnectorCapability] {
    var needs = context.hasOptions ? context.options.flatMap { Self.capabilities(for: $0) } : []
    if body?.trailers != nil || body?.hasTrailers == true { needs.append(.requestTrailers) }
    if body?.hasUnknownLength == true { needs.append(.unknownLength) }
    if context[OmitsCookiesKey.self] == true { needs.append(.cookieFlag) }
    return needs
  }

  private static func capabilities<Option: RequestOption>(for option: Option) -> [ConnectorCapability] {
    (option as? RequiredCapabilities)?.capabilities ?? [.option(Option.self)]
  }
}
