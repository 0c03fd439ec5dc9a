/// A credential that connections share, and that is refreshed once for all of them.
///
/// ```swift
/// let keys = CredentialStore("first", by: KeyAuthenticator())
/// connection.use(.authorize(keys))
/// keys.credential = "another"          // after a login; nil after a logout
/// ```
///
/// Every credential has a number, and every request remembers the number of its credential. If the credential is
/// rejected and a newer one already exists, the request is sent again with that. Otherwise, one refresh runs, and all
/// calls that need it wait for it. A refresh always runs to its end, even if no call waits for it anymore, because it
/// may have consumed a one-time token. Its result serves later calls.
///
/// All members may be used from any thread.
public final class CredentialStore<Credential: Sendable>: Sendable {
  let refresher: CredentialRefresher
  /// The servers for the credential; `nil` if they depend on where the store is used.
  private let origins: Origins?
  private let versioned: @Sendable (Credential) -> VersionedCredential

  /// Creates a shared credential.
  ///
  /// - Parameters:
  ///   - credential: The initial credential, from the keychain, for example, or `nil` for none: requests are sent
  ///     without a credential, and rejections are returned, until ``credential`` is set.
  ///   - authenticator: Adds the credential to requests, and refreshes it.
  ///   - origins: The servers that may see it. Defaults to the origin of the client's base URL or of the target, or to
  ///     the servers of the connection's requests, depending on where the middleware is used. Options without a base
  ///     URL require them.
  ///   - policy: When and how often to refresh the credential.
  public init(
    _ credential: Credential?,
    by authenticator: some Authenticator<Credential>,
    for origins: Origins? = nil,
    policy: RefreshPolicy = RefreshPolicy()
  ) {
    let versioned: @Sendable (Credential) -> VersionedCredential = { VersionedCredential($0, by: authenticator) }
    self.versioned = versioned
    self.origins = origins
    refresher = CredentialRefresher(
      authorizes: authenticator.authorizes,
      isRefused: authenticator.isRefused,
      policy
    )
    refresher.set(credential.map(versioned))
  }

  /// The current credential; `nil` for none.
  ///
  /// A new credential replaces the old one at once, including for calls that wait for a refresh, whose result is then
  /// discarded.
  public var credential: Credential? {
    get { refresher.present?.credential as? Credential }
    set { refresher.set(newValue.map(versioned)) }
  }

  func middleware(_ name: String, for origins: Origins?) -> Middleware {
    .credential(for: origins ?? self.origins) { [refresher] origins in
      Middleware(name, slot: .authorize) { request, next throws(ConnectionError) in
        try refresher.run(request, for: origins, over: next)
      }
    }
  }
}

/// The former name of ``CredentialStore``.
@available(*, deprecated, renamed: "CredentialStore")
public typealias Authorization = CredentialStore
