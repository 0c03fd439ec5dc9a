extension PromiseCore {
  /// Returns whether another promise waits for this one, directly or indirectly. In that case, neither could settle by
  /// following the other.
  ///
  /// It searches from both ends in turn, so that it takes no longer than the shorter path does.
  func isAwaited(by other: PromiseCore) -> Bool {
    guard hasDependents, other.hasSources else { return false }
    var sources = PromiseWalk(from: other) { $0.sources() }
    var dependents = PromiseWalk(from: self) { $0.dependents() }
    while let source = sources.next(), let dependent = dependents.next() {
      if source === self || dependent === other { return true }
    }
    return false
  }

  private var hasDependents: Bool { machine.withLock { !$0.listeners.isEmpty } }

  private var hasSources: Bool { machine.withLock { $0.source != nil || $0.details?.first?.inner.isEmpty == false } }

  private func dependents() -> AnyIterator<PromiseCore> { machine.withLock { $0.listeners }.dependents() }

  private func sources() -> AnyIterator<PromiseCore> {
    let (source, inner) = machine.withLock { ($0.source, $0.details?.first?.inner ?? []) }
    var head = source
    var rest = inner.makeIterator()
    return AnyIterator { head.take() ?? rest.next() }
  }
}

/// Visits every promise that can be reached from a promise, each once.
private struct PromiseWalk {
  private var visited: [ObjectIdentifier: PromiseCore] = [:]
  private var pending: [AnyIterator<PromiseCore>]
  private let neighbors: (PromiseCore) -> AnyIterator<PromiseCore>

  init(from start: PromiseCore, to neighbors: @escaping (PromiseCore) -> AnyIterator<PromiseCore>) {
    self.neighbors = neighbors
    pending = [neighbors(start)]
  }

  mutating func next() -> PromiseCore? {
    while let iterator = pending.last {
      guard let core = iterator.next() else {
        pending.removeLast()
        continue
      }
      guard visited.updateValue(core, forKey: ObjectIdentifier(core)) == nil else { continue }
      pending.append(neighbors(core))
      return core
    }
    return nil
  }
}
