import Synchronization

/// The shared part of a promise: its state behind one lock, without its types.
///
/// It performs the actions that the state machine returns, after the lock is released.
@usableFromInline
final class PromiseCore: Sendable {
  let machine: Locked<PromiseMachine>

  /// Whether it was created with an outcome, which can be repeated.
  private let isConstant: Bool

  /// Whether it has settled, which most calls check first, without the lock.
  private let hasSettled: Atomic<Bool>

  init(_ machine: consuming PromiseMachine, isConstant: Bool = false) {
    self.isConstant = isConstant
    hasSettled = Atomic(machine.settlement != nil)
    self.machine = Locked(machine)
  }

  /// Creates a pending promise.
  @usableFromInline
  convenience init() { self.init(PromiseMachine()) }

  /// Creates a promise that has settled with a value or an error.
  @usableFromInline
  convenience init(_ settlement: AnyOutcome) {
    self.init(PromiseMachine(settlement: settlement), isConstant: true)
  }

  /// Reads or changes the state. The closure must not call foreign code.
  @inline(__always)
  func withMachine<Output: Sendable>(_ body: (inout PromiseMachine) -> Output) -> Output { machine.withLock(body) }

  var isSettled: Bool { hasSettled.load(ordering: .acquiring) }

  @usableFromInline
  var settlement: AnyOutcome? { isSettled ? machine.withLock { $0.settlement } : nil }

  var isFulfilled: Bool {
    if case .fulfilled? = decided { true } else { false }
  }

  /// Stores the factory that creates it again.
  func remember(_ origin: PromiseFactory) { _ = machine.withLock { $0.remember(origin) } }

  /// The factory that creates the promise again, if that is possible. For a fulfilled promise, it returns the same
  /// value.
  var remaking: PromiseFactory? {
    let (settlement, origin) = machine.withLock { ($0.settlement, $0.origin) }
    if let origin { return origin }
    guard let settlement else { return nil }
    if case .fulfilled = settlement { return PromiseFactory(.settled(settlement)) }
    return isConstant ? PromiseFactory(.settled(settlement)) : nil
  }
}

extension PromiseCore {
  @usableFromInline
  func settle(_ settlement: AnyOutcome) {
    if let completion = ending({ $0.settle(settlement) }) { finish(completion, settlement) }
  }

  /// Cancels the promise, because nothing is left that could settle it.
  func abandon() {
    if let completion = ending({ $0.abandon() }) { finish(completion, .cancelled(nil)) }
  }

  /// Cancels the promise, because it was never started, and nothing is left that could start it.
  func forget() {
    if let completion = ending({ $0.forget() }) { finish(completion, .cancelled(nil)) }
  }

  /// Applies a change that may settle the promise.
  @inline(__always)
  func ending<Output: ~Copyable & Sendable>(_ body: (inout PromiseMachine) -> Output) -> Output {
    machine.withLock { machine in
      let output = body(&machine)
      if machine.settlement != nil { hasSettled.store(true, ordering: .releasing) }
      return output
    }
  }

  /// Notifies the listeners of the settlement.
  @inline(__always)
  func finish(_ completion: consuming PromiseMachine.Completion, _ settlement: AnyOutcome) {
    completion.released.details?[0].cleanup?()
    if !completion.listeners.isEmpty { PromiseDelivery.deliver(.settled(settlement, completion.takeListeners())) }
  }

  /// Settles after a timeout, and releases its source, which is cancelled if it has no other listeners.
  func expire(_ settlement: AnyOutcome) {
    let source = machine.withLock { $0.source }
    settle(settlement)
    source?.leave(ObjectIdentifier(self))
  }

  /// Calls a closure once the promise has settled, or at once if it already has.
  func cleanUp(_ cleanup: @escaping @Sendable () -> Void) {
    let isSettled = machine.withLock { machine in
      if machine.settlement == nil { machine.detail { $0.addCleanup(cleanup) } }
      return machine.settlement != nil
    }
    if isSettled { cleanup() }
  }

  @usableFromInline
  func report(_ progress: any AnyBox) {
    guard let (listeners, old) = machine.withLock({ $0.report(progress) }), !listeners.isEmpty else { return }
    PromiseDelivery.deliver(.progressed(listeners, old: old, new: progress))
  }
}
