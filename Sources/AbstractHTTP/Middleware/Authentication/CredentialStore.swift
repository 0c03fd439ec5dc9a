/// The credential that connections share, renewed once for all of them.
///
/// ```swift
/// let keys = CredentialStore("first", by: KeyAuthenticator())
/// connection.use(.authorize(keys))
/// keys.credential = "another"          // after a login; nil after a logout
/// ```
///
/// Every credential has a number, and every request that goes out remembers the one of its credential. When that is refused,
/// and there is a newer one by now, the request goes again with it; if not, one refresh runs, and all who need it wait for
/// it. A refresh runs to its end even if nobody waits any more, for it may have used up what can be used only once; its
/// result serves whoever comes next.
///
/// Safe from any thread.
public final class CredentialStore<Credential: Sendable>: Sendable {
  let refresher: CredentialRefresher
  /// The servers that the credential is for; `nil` if it depends on what uses the middleware.
  private let origins: Origins?
  private let versioned: @Sendable (Credential) -> VersionedCredential

  /// Makes the shared credential.
  ///
  /// - Parameters:
  ///   - credential: The one to begin with, from the keychain, say; `nil` for none yet: requests go without, and a refusal is
  ///     returned as it is, until ``credential`` is set.
  ///   - authenticator: Puts it into requests, and renews it.
  ///   - origins: The servers that may see it. By default those of what uses the middleware: the origin of a client's base
  ///     URL or of a target, or the requests of one connection. Options without a base URL require them.
  ///   - policy: When it is renewed, and how often.
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

  /// The present credential; `nil` for none.
  ///
  /// One that is set takes the place of the old one at once, also for those who wait for a refresh, whose result is then
  /// thrown away.
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
