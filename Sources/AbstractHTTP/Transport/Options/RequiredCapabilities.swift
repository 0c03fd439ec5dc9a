/// Capabilities that a request needs of its connector, besides those that its body and its options show.
///
/// ```swift
/// let chat = HTTP("https://example.com/chat").httpMethod(.post).body(body).option(RequiredCapabilities(.duplex))
/// ```
///
/// A connector without streaming answers a request for a stream with the stream of a body in memory, and a connector
/// without duplex answers after the request was sent. A conversation would never begin, or never end. With this option,
/// such a connector doesn't send the request, which fails with `.invalidRequest` and
/// ``TransferRefusal/unsupported(_:by:)``. Every connector honors the option, because it is checked before.
public struct RequiredCapabilities: RequestOption, Hashable {
  /// The capabilities.
  public let capabilities: [ConnectorCapability]

  /// Creates the option.
  ///
  /// - Parameter capabilities: The capabilities, such as ``ConnectorCapability/duplex``.
  public init(_ capabilities: ConnectorCapability...) { self.capabilities = capabilities }
}
