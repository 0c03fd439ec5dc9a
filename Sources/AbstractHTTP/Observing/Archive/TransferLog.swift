import Foundation

/// The transfers of an exchange, one for each redirect that the connector follows, for the archive that records them.
///
/// It goes along with the request. A connector that does not fill it is recorded as one transfer.
final class TransferLog: TransferRecording {
  fileprivate struct Transfer: Sendable {
    let request: Request
    let start: Duration
    let startedAt: Date
    var end: Duration?
    /// The response if it was redirected; the last one is the exchange's.
    var redirect: Response?
    var httpVersion: String?
  }

  private let now: @Sendable () -> Duration
  private let date: @Sendable () -> Date
  private let transfers = Locked<[Transfer]>([])

  init(now: @escaping @Sendable () -> Duration, date: @escaping @Sendable () -> Date) {
    self.now = now
    self.date = date
  }

  func began(_ request: Request) {
    let transfer = Transfer(request: request, start: now(), startedAt: date())
    transfers.withLock { $0.append(transfer) }
  }

  /// Notes which version of HTTP the response has come by, and the response itself if it is redirected.
  func ended(_ httpVersion: String, redirectedBy redirect: Response?) {
    let end = now()
    transfers.withLock { transfers in
      guard let last = transfers.indices.last else { return }
      transfers[last].end = end
      transfers[last].redirect = redirect
      transfers[last].httpVersion = httpVersion.isEmpty ? nil : httpVersion
    }
  }

  /// An entry for each transfer, of which the last has the exchange's outcome.
  ///
  /// - Parameter exchange: The exchange as one entry, as the connector was asked for it.
  func entries(of exchange: HTTPArchive.Entry) -> [HTTPArchive.Entry] {
    let transfers = transfers.withLock { $0 }
    guard let last = transfers.last else { return [exchange] }
    var outcome = exchange
    outcome.request = last.request
    outcome.httpVersion = last.httpVersion
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
    entry.isRedirectFollowed = redirect != nil
    return entry
  }
}
