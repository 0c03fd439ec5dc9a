import Synchronization

/// The part of a promise that is shared: its state behind one lock, without its types.
///
/// It does what the machine says, after the lock is left.
@usableFromInline
final class PromiseCore: Sendable {
  let machine: Locked<PromiseMachine>

  /// Whether it was made of an error, which can be done again.
  private let isConstant: Bool

  /// Whether it has settled: what most calls want to know first, without the lock.
  private let hasSettled: Atomic<Bool>

  init(_ machine: consuming PromiseMachine, isConstant: Bool = false) {
    self.isConstant = isConstant
    hasSettled = Atomic(machine.settlement != nil)
    self.machine = Locked(machine)
  }

  /// Makes a promise of which nothing is known.
  @usableFromInline
  convenience init() { self.init(PromiseMachine()) }

  /// Makes a promise of a value or an error.
  @usableFromInline
  convenience init(_ settlement: AnyOutcome) {
    self.init(PromiseMachine(settlement: settlement), isConstant: true)
  }

  /// Reads or changes the state; nothing foreign may be called inside.
  @inline(__always)
  func withMachine<Output: Sendable>(_ body: (inout PromiseMachine) -> Output) -> Output { machine.withLock(body) }

  var isSettled: Bool { hasSettled.load(ordering: .acquiring) }

  @usableFromInline
  var settlement: AnyOutcome? { isSettled ? machine.withLock { $0.settlement } : nil }

  var isFulfilled: Bool {
    if case .fulfilled? = decided { true } else { false }
  }

  /// Notes how it can be made again.
  func remember(_ origin: PromiseFactory) { _ = machine.withLock { $0.remember(origin) } }

  /// How it can be made again, if it can: a fulfilled promise is made of its value.
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

  /// Becomes cancelled, because nobody can settle it any more.
  func abandon() {
    if let completion = ending({ $0.abandon() }) { finish(completion, .cancelled(nil)) }
  }

  /// Becomes cancelled, because it was never started, and nobody is left who could.
  func forget() {
    if let completion = ending({ $0.forget() }) { finish(completion, .cancelled(nil)) }
  }

  /// Makes a change that may settle the promise.
  @inline(__always)
  func ending<Output: ~Copyable & Sendable>(_ body: (inout PromiseMachine) -> Output) -> Output {
    machine.withLock { machine in
      let output = body(&machine)
      if machine.settlement != nil { hasSettled.store(true, ordering: .releasing) }
      return output
    }
  }

  /// Tells those who wait for the settlement.
  @inline(__always)
  func finish(_ completion: consuming PromiseMachine.Completion, _ settlement: AnyOutcome) {
    completion.details?.cleanup?()
    if !completion.listeners.isEmpty { PromiseDelivery.deliver(.settled(settlement, completion.takeListeners())) }
  }

  /// Settles because it took too long, and lets go of its source, which is cancelled if nobody else listens to it.
  func expire(_ settlement: AnyOutcome) {
    let source = machine.withLock { $0.source }
    settle(settlement)
    source?.leave(ObjectIdentifier(self))
  }

  /// Has something done once the promise has settled; at once if it has.
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
