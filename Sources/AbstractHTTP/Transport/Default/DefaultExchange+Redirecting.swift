import Foundation

/// A redirect that is followed, or awaits a decision.
final class PendingRedirect: Sendable {
  let response: WireResponse
  let sent: WireRequest
  let next: WireRequest
  /// The number of redirects that were followed before.
  let count: Int
  /// How long the redirected transfer took, if it was measured.
  let measured: MeasuredTransfer?

  init(response: WireResponse, sent: WireRequest, next: WireRequest, count: Int, measured: MeasuredTransfer?) {
    (self.response, self.sent, self.next, self.count) = (response, sent, next, count)
    self.measured = measured
  }
}

/// Settings that replace those of an exchange, behind a reference, since few exchanges have any.
final class ReplacedSettings: Sendable {
  let settings: TransferSettings

  init(_ settings: TransferSettings) { self.settings = settings }
}

extension DefaultExchange {
  func follow(_ redirect: PendingRedirect) {
    guard let decide = settings.redirectPolicy.decide else { return send(redirect.next, of: redirect) }
    let (response, next) = (response(of: redirect), redirect.next.request(for: request))
    let deciding = Task(executorPreference: pool) {
      let decision: Result<RedirectPolicy.Decision, any Error>
      do {
        decision = .success(try await decide(response, next))
      } catch {
        decision = .failure(error)
      }
      self.take(.decided(decision, redirect))
    }
    let isCancelled = state.withLock { state in
      if !state.isCancelled { state.deciding = deciding }
      return state.isCancelled
    }
    guard isCancelled else { return }
    deciding.cancel()
    fail(URLError(.cancelled))
  }

  func decided(_ decision: Result<RedirectPolicy.Decision, any Error>, _ redirect: PendingRedirect) {
    state.withLock { $0.deciding = nil }
    do {
      switch try decision.get() {
      case .follow: send(redirect.next, of: redirect)
      case .stop: finish(.success(response(of: redirect)))
      case .send(let other):
        try take(settingsOf: other)
        let body = other.body == request.body ? redirect.next.body : nil
        send(try WireRequest(other, settings, body, inPlaceOf: redirect.next), of: redirect)
      case .fail(let error): finish(.failure(error))
      }
    } catch {
      finish(.failure(error))
    }
  }

  /// Uses the options of a request from now on. Those that it doesn't have stay the same.
  private func take(settingsOf other: Request) throws(TransferRefusal) {
    if let need = other.unmetNeed(of: connector) { throw .unsupported(need.name, by: "DefaultHTTPConnector") }
    let settings = settings.replaced(by: other)
    let engine = try connector.transferEngine(for: settings.engine)
    let old = state.withLock { state -> ((any TransferEngine)?, ReplacedSettings?) in
      defer { (state.engine, state.replaced) = (engine, ReplacedSettings(settings)) }
      return (state.engine, state.replaced)
    }
    withExtendedLifetime(old) {}
  }

  private func send(_ next: WireRequest, of redirect: PendingRedirect) {
    if let recording, let url = next.url { recording.redirected(by: response(of: redirect), to: url) }
    send(next, redirects: redirect.count + 1)
  }

  private func response(of redirect: PendingRedirect) -> Response {
    response(redirect.response, from: redirect.sent, redirect.count, redirect.measured)
  }
}
