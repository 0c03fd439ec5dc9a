/// Something that not every connector can do, and that some requests need.
public struct ConnectorCapability: Sendable, Hashable {
  /// The name, such as `requestTrailers`, or the type of an option.
  public let name: String
  private let option: ObjectIdentifier?

  /// Creates a capability, for requests and connectors of yours.
  public init(_ name: String) { (self.name, option) = (name, nil) }

  private init(_ option: Any.Type) { (name, self.option) = ("\(option)", ObjectIdentifier(option)) }

  /// Sends ``RequestBody/trailers(_:)``, the fields after a body.
  public static let requestTrailers = Self("requestTrailers")
  /// Neither sends nor keeps cookies for a `URLRequest` whose `httpShouldHandleCookies` is `false`.
  public static let cookieFlag = Self("cookieFlag")

  /// Honors an option of requests.
  public static func option<Option: RequestOption>(_ option: Option.Type) -> ConnectorCapability { Self(option) }
}

/// The abilities of a connector.
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

  /// Everything: for test doubles, whose answers don't depend on it.
  public static let all = Self()

  /// Whether the connector can do something.
  public func contains(_ capability: ConnectorCapability) -> Bool { capabilities?.contains(capability) ?? true }
}

extension Request {
  /// A need of the request that a connector can't meet; `nil` if it meets all.
  func unmetNeed(of connector: any HTTPConnector) -> ConnectorCapability? {
    let hasTrailers = body?.trailers != nil || body?.hasTrailers == true
    guard hasTrailers || !context.isEmpty else { return nil }
    let needs = needs(hasTrailers)
    guard !needs.isEmpty else { return nil }
    let capabilities = connector.capabilities
    return needs.first { !capabilities.contains($0) }
  }

  private func needs(_ hasTrailers: Bool) -> [ConnectorCapability] {
    var needs = context.hasOptions ? context.options.map { Self.capability(for: $0) } : []
    if hasTrailers { needs.append(.requestTrailers) }
    if context[OmitsCookiesKey.self] == true { needs.append(.cookieFlag) }
    return needs
  }

  private static func capability<Option: RequestOption>(for option: Option) -> ConnectorCapability {
    .option(Option.self)
  }
}
