extension Promise: CustomStringConvertible {
  /// Gives the promise a name, for whoever reads a log; returns the same promise.
  @discardableResult
  public func name(_ name: String) -> Promise {
    core.withMachine { $0.detail { $0.name = name } }
    return self
  }

  /// The name, if it was given one.
  public var name: String? { core.withMachine { $0.details.first?.name } }

  /// The name and where the promise stands.
  public var description: String { "\(name ?? "Promise")(\(state))" }
}
