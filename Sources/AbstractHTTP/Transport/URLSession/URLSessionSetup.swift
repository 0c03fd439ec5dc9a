#if canImport(FoundationNetworking)
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// A change of a `URLSessionConfiguration`: see ``DefaultHTTPConnector/sessionSetup``.
///
/// Two setups are equal if one is a copy of the other. Connectors with equal setups share their connections, so create a
/// setup once, and assign it to all of them. Its closure may be kept after they are released.
public struct URLSessionSetup: Sendable, Hashable {
  private let setup: Setup

  /// Creates a setup.
  ///
  /// - Parameter configure: Changes the configuration. Called when a session is created, on any thread. The library
  ///   then applies its own settings: it handles cookies, credentials, timeouts, redirects, and the cache on Linux.
  public init(_ configure: @escaping @Sendable (_ configuration: URLSessionConfiguration) -> Void) {
    setup = Setup(configure)
  }

  func callAsFunction(_ configuration: URLSessionConfiguration) { setup.configure(configuration) }

  /// Compares identities.
  public static func == (one: URLSessionSetup, other: URLSessionSetup) -> Bool { one.setup === other.setup }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(setup)) }

  private final class Setup: Sendable {
    let configure: @Sendable (URLSessionConfiguration) -> Void

    init(_ configure: @escaping @Sendable (URLSessionConfiguration) -> Void) { self.configure = configure }
  }
}
