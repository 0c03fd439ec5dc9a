/// Starts a promise whose executor waits for a resume, or the members of a group that do.
///
/// The promise and all promises derived from it hold this object. When the last of them is released, the executor can
/// no longer be started, and the promise is cancelled.
@usableFromInline
final class DeferredStart: Sendable {
  private let cold: Locked<PromiseCore?>
  private let members: [PromiseGroup.Member]

  /// Starts the members of a group.
  init(members: [PromiseGroup.Member]) {
    cold = Locked(nil)
    self.members = members
  }

  private init(_ core: PromiseCore) {
    cold = Locked(core)
    members = []
  }

  deinit { cold.withLock { $0 }?.forget() }

  /// Whether an executor hasn't been started yet.
  var isCold: Bool { cold.withLock { $0 != nil } || members.contains { $0.starter?.isCold == true } }

  /// Runs the waiting executors, in the order of the members.
  ///
  /// - Parameter resumesMembers: Whether paused members are resumed as well.
  func start(resumesMembers: Bool = false) {
    var pending: [Action] = [.start(self)]
    while let step = pending.popLast() {
      switch step {
      case .resume(let core): core.resume()
      case .start(let starter):
        starter.cold.withLock { $0 }?.resume()
        for member in starter.members.reversed() {
          if resumesMembers { pending.append(.resume(member.core)) }
          if let starter = member.starter { pending.append(.start(starter)) }
        }
      }
    }
  }

  private enum Action {
    case start(DeferredStart)
    case resume(PromiseCore)
  }

  /// Releases the promise, which has been started.
  private func warm() { _ = cold.withLock { $0.take() } }
}

extension DeferredStart {
  /// Creates a promise whose executor waits for a resume, and the object that starts it.
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
