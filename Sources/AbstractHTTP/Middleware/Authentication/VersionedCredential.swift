import Foundation

/// A credential without its type, and with a generation.
struct VersionedCredential: Sendable {
  // NB: one reference, because every authorized request copies it several times.
  private let stamp: Stamp

  /// The generation, starting at 1, which is set when the credential is first used.
  var generation = 0
  /// When to refresh it. Determined when the credential is first used.
  private(set) var refreshAt: Date?

  init<Credential: Sendable>(_ credential: Credential, by authenticator: some Authenticator<Credential>) {
    stamp = Stamp(
      credential: credential,
      expiresAt: authenticator.expiry(of: credential),
      apply: { authenticator.apply(credential, to: &$0) },
      refresh: { VersionedCredential(try await authenticator.refresh(credential), by: authenticator) }
    )
  }

  var credential: any Sendable { stamp.credential }

  /// The expiry of the credential.
  var expiresAt: Date? { stamp.expiresAt }

  func apply(to request: inout Request) { stamp.apply(&request) }

  /// Returns the refreshed credential.
  func refreshed() async throws -> VersionedCredential { try await stamp.refresh() }

  /// Returns the credential for use. The leeway is at most half of the remaining time. A credential that has expired on
  /// arrival, because clocks differ, is used until it is rejected.
  func coming(into now: Date, leeway: Duration) -> VersionedCredential {
    var versioned = self
    if let expiresAt {
      let life = expiresAt.timeIntervalSince(now)
      versioned.refreshAt = life > 0 ? expiresAt.addingTimeInterval(-min(leeway.clamped / .seconds(1), life / 2)) : nil
    }
    return versioned
  }

  /// The behavior of a credential.
  private final class Stamp: Sendable {
    let credential: any Sendable
    let expiresAt: Date?
    let apply: @Sendable (inout Request) -> Void
    let refresh: @Sendable () async throws -> VersionedCredential

    init(
      credential: any Sendable,
      expiresAt: Date?,
      apply: @escaping @Sendable (inout Request) -> Void,
      refresh: @escaping @Sendable () async throws -> VersionedCredential
    ) {
      self.credential = credential
      self.expiresAt = expiresAt
      self.apply = apply
      self.refresh = refresh
    }
  }
}
