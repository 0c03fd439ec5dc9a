import Foundation

/// The servers for a credential, each identified by its origin: scheme, host, and port (RFC 6454 §4).
///
/// ```swift
/// connection.use(.basic(user: "ada", password: password, for: ["https://api.example.com", "https://files.example.com:8443"]))
/// connection.use(.bearer(tokens, for: .anyOrigin))
/// ```
public struct Origins: Sendable, Hashable, ExpressibleByArrayLiteral {
  private enum Kind: Sendable, Hashable {
    case every, unnamed
    case named(Set<HTTPOrigin>)
    case unreadable(String)
  }

  /// Every server that requests are sent to.
  public static let anyOrigin = Origins(kind: .every)

  /// No server, because the options of a credential have no base URL.
  static let unnamed = Origins(kind: .unnamed)

  private let kind: Kind

  /// Creates a list of origins from texts such as `https://api.example.com`.
  ///
  /// If a text isn't an absolute `http`, `https`, or `http+unix` URL, the calls that use the list fail with `.invalidRequest` and
  /// ``InvalidOrigin``.
  public init(_ texts: [String]) {
    var origins: Set<HTTPOrigin> = []
    for text in texts {
      guard let origin = Self.origin(of: text) else {
        kind = .unreadable(text)
        return
      }
      origins.insert(origin)
    }
    kind = .named(origins)
  }

  /// Creates a list of origins from texts such as `https://api.example.com`.
  public init(arrayLiteral texts: String...) { self.init(texts) }

  /// Creates the origin of a URL for bound credentials; no server if the URL is invalid.
  init(of url: String) { kind = Self.origin(of: url).map { .named([$0]) } ?? .unnamed }

  private static func origin(of url: String) -> HTTPOrigin? {
    guard let unix = try? UnixAddress(url) else { return try? HTTPAddress(url).origin }
    return try? HTTPAddress(unix.url).origin
  }

  private init(kind: Kind) { self.kind = kind }

  /// Returns whether a request goes to one of the servers.
  ///
  /// - Throws: `.invalidRequest` if no server is named, or an origin is invalid.
  func contain(_ request: Request) throws(ConnectionError) -> Bool {
    switch kind {
    case .every: true
    case .named(let origins):
      (try? request.address).map { origins.contains($0.origin) } ?? false
    case .unnamed: throw ConnectionError(.invalidRequest, nativeError: MissingOrigin(), request: request)
    case .unreadable(let text):
      throw ConnectionError(.invalidRequest, nativeError: InvalidOrigin(text: text), request: request)
    }
  }
}

extension Middleware {
  /// Returns a credential for the named servers. Without names, it is for the servers of the options that it is added
  /// to.
  static func credential(
    for origins: Origins?,
    _ create: @escaping @Sendable (Origins) -> Middleware
  ) -> Middleware {
    if let origins { return create(origins) }
    var middleware = create(.anyOrigin)
    middleware.bind = create
    return middleware
  }

  /// Returns the middleware for some servers, if it is a credential without servers.
  func bound(to origins: Origins) -> Middleware { bind?(origins) ?? self }
}

extension Request {
  /// Whether middleware may add credentials to the request.
  var takesCredentials: Bool { context[OmitsCredentialsKey.self] != true }
}
