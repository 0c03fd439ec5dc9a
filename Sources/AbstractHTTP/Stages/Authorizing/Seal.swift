import Foundation

/// A credential without its type: what it does to a request, how it is renewed, when it runs out.
struct Seal: Sendable {
  let credential: any Sendable
  let apply: @Sendable (inout Request) -> Void
  let refresh: @Sendable () async throws -> Seal
  let expiresAt: Date?
  /// Its number, from 1 on, given to it when it comes into use.
  var generation = 0
  /// When it is to be renewed; decided when it comes into use, too.
  var refreshAt: Date?

  init<Credential: Sendable>(_ credential: Credential, by authenticator: some Authenticator<Credential>) {
    self.credential = credential
    apply = { authenticator.apply(credential, to: &$0) }
    refresh = { Seal(try await authenticator.refresh(credential), by: authenticator) }
    expiresAt = authenticator.expiry(of: credential)
  }

  /// The seal as it comes into use: the leeway is at most half of the time that is left, and one that has run out on arrival,
  /// because clocks differ, is used until it is refused.
  func coming(into now: Date, leeway: Duration) -> Seal {
    var seal = self
    if let expiresAt {
      let life = expiresAt.timeIntervalSince(now)
      seal.refreshAt = life > 0 ? expiresAt.addingTimeInterval(-min(leeway.clamped / .seconds(1), life / 2)) : nil
    }
    return seal
  }
}
