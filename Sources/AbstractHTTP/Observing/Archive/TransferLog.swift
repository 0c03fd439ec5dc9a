import Foundation

/// The transfers of an exchange to record in an archive, including one for each redirect that the connector follows.
///
/// It is part of the request's context. If a connector doesn't fill it, one transfer is recorded.
final class TransferLog: TransferRecording {
  fileprivate struct Transfer: Sendable {
    let request: Request
    let start: Duration
    let startedAt: Date
    var end: Duration?
    /// The response, if it was a followed redirect. The last response belongs to the exchange.
    var redirect: Response?
    var httpVersion: String?
    var metrics: TransferMetrics?
  }

  private let now: @Sendable () -> Duration
  private let date: @Sendable () -> Date
  private let transfers = Locked<[Transfer]>([])

  /// Another recording of the same transfers.
  private let outer: (any TransferRecording)?

  init(
    within outer: (any TransferRecording)?,
    now: @escaping @Sendable () -> Duration,
    date: @escaping @Sendable () -> Date
  ) {
    self.outer = outer
    self.now = now
    self.date = date
  }

  func began(_ request: Request) {
    outer?.began(request)
    let transfer = Transfer(request: request, start: now(), startedAt: date())
    transfers.withLock { $0.append(transfer) }
  }

  func received(_ head: Response) { outer?.received(head) }

  func measured(_ metrics: TransferMetrics) {
    outer?.measured(metrics)
    changeLast { $0.metrics = metrics }
  }

  func ended(_ httpVersion: String) {
    outer?.ended(httpVersion)
    let end = now()
    changeLast { transfer in
      transfer.end = end
      transfer.httpVersion = httpVersion.isEmpty ? nil : httpVersion
    }
  }

  func redirected(by redirect: Response, to url: URL) {
    outer?.redirected(by: redirect, to: url)
    changeLast { $0.redirect = redirect }
  }

  private func changeLast(_ change: (inout Transfer) -> Void) {
    transfers.withLock { transfers in
      if let last = transfers.indices.last { change(&transfers[last]) }
    }
  }

  /// Returns an entry for each transfer. The last one has the exchange's outcome.
  ///
  /// - Parameter exchange: The exchange as a single entry, with the request to the connector.
  func entries(of exchange: HTTPArchive.Entry) -> [HTTPArchive.Entry] {
    let transfers = transfers.withLock { $0 }
    guard let last = transfers.last else { return [exchange] }
    var outcome = exchange
    outcome.request = last.request
    outcome.httpVersion = last.httpVersion ?? outcome.httpVersion
    outcome.metrics = last.metrics ?? outcome.metrics
    if transfers.count > 1 {
      outcome.startedAt = last.startedAt
      outcome.duration = now() - last.start
    }
    return transfers.dropLast().map(\.entry) + [outcome]
  }
}

extension TransferLog.Transfer {
  fileprivate var entry: HTTPArchive.Entry {
    var entry = HTTPArchive.Entry(
      request: request,
      response: redirect,
      startedAt: startedAt,
      duration: (end ?? start) - start
    )
    entry.httpVersion = httpVersion
    entry.metrics = metrics
    entry.isRedirectFollowed = redirect != nil
    return entry
  }
}
