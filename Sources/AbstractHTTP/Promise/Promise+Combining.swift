extension Promise {
  /// Makes the promise of the values of all promises, in their order.
  ///
  /// On the first failure or cancel it fails likewise, and the others are cancelled. Like every group, it reports how
  /// many have settled, and pauses, resumes and cancels its members along with itself.
  ///
  /// ```swift
  /// Promise.all([a, b, c]).success { values in print(values.count) }   // prints 3
  /// ```
  ///
  /// - Parameter promises: The members; of none, the values are none.
  public static func all(_ promises: [Promise]) -> Promise<GroupProgress, [Value], Failure> {
    joined(
      promises,
      PromiseGroup(empty: .value([Value]())) { latest, results in
        guard case .fulfilled = latest else { return latest }
        return results.isComplete ? .value(results.values(Value.self)) : nil
      }
    )
  }

  /// Makes the promise of the first value; the others are cancelled.
  ///
  /// If no promise is fulfilled, it fails with ``AllFailed``, which has every error.
  ///
  /// - Parameter promises: The members; of none, it fails with no errors.
  public static func any(_ promises: [Promise]) -> Promise<GroupProgress, Value, AllFailed<Failure>> {
    joined(
      promises,
      PromiseGroup(empty: .error(AllFailed<Failure>(errors: [])), sharesFailure: false) { latest, results in
        if case .fulfilled = latest { return latest }
        return results.isComplete ? .error(AllFailed(errors: results.errors(Failure.self))) : nil
      }
    )
  }

  /// Makes the promise of the values of those that are fulfilled, in their order, once all have settled.
  ///
  /// - Parameter promises: The members; of none, the values are none.
  public static func some(_ promises: [Promise]) -> Promise<GroupProgress, [Value], Failure> {
    joined(
      promises,
      PromiseGroup(empty: .value([Value]())) { _, results in
        results.isComplete ? .value(results.values(Value.self)) : nil
      }
    )
  }

  /// Makes the promise of how each promise ended, in their order, once all have settled; it never fails.
  ///
  /// ```swift
  /// Promise.allSettled([a, b]).success { outcomes in print(outcomes.compactMap(\.value)) }
  /// ```
  ///
  /// - Parameter promises: The members; of none, the outcomes are none.
  public static func allSettled(
    _ promises: [Promise]
  ) -> Promise<GroupProgress, [Outcome<Value, Failure>], Never> {
    joined(
      promises,
      PromiseGroup(empty: .value([Outcome<Value, Failure>]()), sharesFailure: false) { _, results in
        results.isComplete ? .value(results.outcomes(Value.self, Failure.self)) : nil
      }
    )
  }

  /// Makes the promise of what the first that settles becomes, be it a failure; the others are cancelled.
  ///
  /// - Parameter promises: The members; of none, it is cancelled.
  public static func race(_ promises: [Promise]) -> Promise<GroupProgress, Value, Failure> {
    joined(promises, PromiseGroup(empty: .cancelled(nil)) { latest, _ in latest })
  }

  static func joined<Joined, JoinedFailure>(
    _ promises: [Promise],
    _ group: PromiseGroup
  ) -> Promise<GroupProgress, Joined, JoinedFailure> {
    Promise<GroupProgress, Joined, JoinedFailure>(group: group, of: promises.map { PromiseGroup.Member($0) })
  }
}

extension PromiseGroup {
  static func zipping<each Member: Sendable>(_ types: (repeat (each Member).Type)) -> PromiseGroup {
    @Sendable func zipped(_ results: GroupResults) -> (repeat each Member) {
      var values = results.fulfilled.makeIterator()
      return (repeat unbox(values.next() ?? Box(()), as: (each Member).self))
    }
    return PromiseGroup(empty: .value(zipped(GroupResults(total: 0)))) { latest, results in
      guard case .fulfilled = latest else { return latest }
      return results.isComplete ? .value(zipped(results)) : nil
    }
  }
}

extension Promise {
  init(group: PromiseGroup, of members: [PromiseGroup.Member]) {
    let made = group.made(of: members)
    self.init(core: made.core, scope: PromiseScope(starter: made.starter))
  }
}
