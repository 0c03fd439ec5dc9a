/// Which redirects are followed.
///
/// ```swift
/// connector.redirectPolicy = .sameOrigin
/// request.options[RedirectPolicy.self] = .limit(3)
/// ```
///
/// A redirect that isn't followed is the response. ``DefaultHTTPConnector/isRedirectEnabled`` lists what becomes of the method,
/// the body and the headers.
public struct RedirectPolicy: RequestOption {
  /// What to do with a redirect.
  public enum Decision: Sendable {
    /// Sends the next request, as the library made it.
    case follow
    /// Takes the redirect for the response.
    case stop
    /// Sends another request.
    ///
    /// It goes wherever its URL leads, with all of its headers, credentials included. Its options and its delivery stay those of
    /// the first request.
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

  /// Follows redirects, 20 at most. The default.
  public static let follow = Self(rule: .limit(standardLimit))

  /// Follows none.
  public static let never = Self(rule: .never)

  /// Follows redirects to the same scheme, host, and port, 20 at most.
  public static let sameOrigin = Self(rule: .sameOrigin)

  /// Follows a number of redirects. The next one fails with `URLError.httpTooManyRedirects`.
  ///
  /// A negative number fails each request with ``TransferRefusal``.
  public static func limit(_ count: Int) -> Self { Self(rule: .limit(count)) }

  /// Asks for each redirect, 20 at most.
  ///
  /// ```swift
  /// connector.redirectPolicy = .deciding { response, next in
  ///   next.url.host == "login.example.com" ? .fail(SignedOut()) : .follow
  /// }
  /// ```
  ///
  /// The closure runs in a task, which is cancelled with the request. An error that it throws fails the request.
  ///
  /// - Parameter decide: Returns what to do, given the redirect, and the request that would follow it.
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

  /// How many redirects are followed.
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
