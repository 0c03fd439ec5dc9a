/// What only those hold who can start a promise: once the last of them is gone, nobody can, and it is cancelled.
@usableFromInline
final class DeferredStart: Sendable {
  private let cold: Locked<PromiseCore?>
  private let others: [DeferredStart]

  /// Holds those that can start the members of a group.
  init(others: [DeferredStart]) {
    cold = Locked(nil)
    self.others = others
  }

  private init(_ core: PromiseCore) {
    cold = Locked(core)
    others = []
  }

  deinit { cold.withLock { $0 }?.forget() }

  /// Whether nobody has started the promise.
  var isCold: Bool { cold.withLock { $0 != nil } }

  /// Lets go of the promise, which has been started.
  private func warm() { _ = cold.withLock { $0.take() } }
}

extension DeferredStart {
  /// Makes a promise whose executor waits for a resume, and what can start it.
  @usableFromInline
  static func promise(_ start: @escaping PromiseFactory.Start) -> (core: PromiseCore, starter: DeferredStart) {
    let core = PromiseCore(PromiseMachine(origin: PromiseFactory(.started(start)), isPaused: true))
    let starter = DeferredStart(core)
    core.withMachine {
      $0.detail { details in
        details.start = { [weak starter] core in
          starter?.warm()
          start(core)
        }
      }
    }
    return (core, starter)
  }
}
