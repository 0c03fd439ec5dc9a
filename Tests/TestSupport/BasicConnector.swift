import AbstractHTTPTesting
import Foundation

import AbstractHTTP

/// A connector with the two required methods alone, which a test answers in order; see ``ManualConnector`` for all three.
final class BasicConnector: HTTPConnector {
  private typealias Complete = @Sendable (Response?, (any Error)?) -> Void

  private let waiting = Locked<[Complete]>([])
  private let cancelling = Gate()
  let log = Record<String>()

  func execute(request: Request, complete: @escaping @Sendable (Response?, (any Error)?) -> Void) {
    log.add("execute")
    waiting.withLock { $0.append(complete) }
  }

  func cancel() {
    log.add("cancel")
    cancelling.open()
  }

  /// Waits until an exchange was cancelled.
  func cancelled() async { try? await cancelling.wait() }

  var count: Int { waiting.withLock { $0.count } }

  func answer(_ response: Response) { take()?(response, nil) }
  func fail(_ error: any Error) { take()?(nil, error) }

  private func take() -> Complete? {
    waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }
}
