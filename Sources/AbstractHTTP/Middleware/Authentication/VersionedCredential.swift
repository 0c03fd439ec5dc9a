import Foundation

/// A credential without its type, and with its number.
struct VersionedCredential: Sendable {
  // NB: one reference, since every request that is authorized copies the versioned a few times.
  private let stamp: Stamp

  /// Its number, from 1 on, given to it when it comes into use.
  var generation = 0
  /// When it is to be renewed; decided when it comes into use, too.
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

  /// When it runs out.
  var expiresAt: Date? { stamp.expiresAt }

  func apply(to request: inout Request) { stamp.apply(&request) }

  /// What comes after it.
  func refreshed() async throws -> VersionedCredential { try await stamp.refresh() }

  /// The versioned as it comes into use: the leeway is at most half of the time that is left, and one that has run out on arrival,
  /// because clocks differ, is used until it is refused.
  func coming(into now: Date, leeway: Duration) -> VersionedCredential {
    var versioned = self
    if let expiresAt {
      let life = expiresAt.timeIntervalSince(now)
      versioned.refreshAt = life > 0 ? expiresAt.addingTimeInterval(-min(leeway.clamped / .seconds(1), life / 2)) : nil
    }
    return versioned
  }

  /// What a credential does.
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
