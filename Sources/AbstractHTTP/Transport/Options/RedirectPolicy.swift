/// A policy that decides which redirects are followed.
///
/// ```swift
/// connector.redirectPolicy = .sameOrigin
/// request.options[RedirectPolicy.self] = .limit(3)
/// ```
///
/// If a redirect isn't followed, it is the response. ``DefaultHTTPConnector/isRedirectEnabled`` describes how a
/// redirect changes the method, the body, and the headers.
public struct RedirectPolicy: RequestOption {
  /// The action to take for a redirect.
  public enum Decision: Sendable {
    /// Sends the next request as the library created it.
    case follow
    /// Returns the redirect as the response.
    case stop
    /// Sends another request.
    ///
    /// It is sent to its URL, whatever the origin, with all of its headers, including credentials. Its options apply
    /// from there on, in addition to those of the first request. Its delivery stays the same. A client certificate isn't
    /// presented to another origin, even if the options name one.
    case send(Request)
    /// Fails the request.
    case fail(any Error)
  }

  typealias Decide = @Sendable (_ response: Response, _ next: Request) async throws -> Decision

  enum Rule: Sendable {
    case never
    case sameOrigin
    case limit(Int)
    case deciding(Decide)
  }

  static let standardLimit = 20

  let rule: Rule

  /// Follows up to 20 redirects. This is the default.
  public static let follow = Self(rule: .limit(standardLimit))

  /// Follows no redirects.
  public static let never = Self(rule: .never)

  /// Follows up to 20 redirects to the same scheme, host, and port.
  public static let sameOrigin = Self(rule: .sameOrigin)

  /// Follows a limited number of redirects. The next one fails with `URLError.httpTooManyRedirects`.
  ///
  /// If the number is negative, each request fails with ``TransferRefusal``.
  public static func limit(_ count: Int) -> Self { Self(rule: .limit(count)) }

  /// Calls a closure to decide about each redirect, up to 20.
  ///
  /// ```swift
  /// connector.redirectPolicy = .deciding { response, next in
  ///   next.url.host == "login.example.com" ? .fail(SignedOut()) : .follow
  /// }
  /// ```
  ///
  /// The closure runs in a task, which is cancelled with the request. If it throws an error, the request fails.
  ///
  /// - Parameter decide: Returns the action to take, given the redirect and the request that would follow it.
  public static func deciding(
    _ decide: @escaping @Sendable (_ response: Response, _ next: Request) async throws -> Decision
  ) -> Self {
    Self(rule: .deciding(decide))
  }
}

extension RedirectPolicy {
  var isFollowing: Bool {
    if case .never = rule { return false }
    return true
  }

  /// The maximum number of redirects to follow.
  var limit: Int {
    if case .limit(let count) = rule { return count }
    return Self.standardLimit
  }

  var decide: Decide? {
    if case .deciding(let decide) = rule { return decide }
    return nil
  }

  func allows(_ target: HTTPAddress, from address: HTTPAddress) -> Bool {
    if case .sameOrigin = rule { return target.origin == address.origin }
    return true
  }

  func check() throws(TransferRefusal) {
    if limit < 0 { throw .invalidOption("redirectPolicy", "a request can't be redirected \(limit) times") }
  }
}
