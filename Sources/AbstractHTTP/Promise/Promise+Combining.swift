extension Promise {
  /// Returns a promise of the values of all promises, in their order.
  ///
  /// When the first member fails or is cancelled, the group fails or is cancelled with it, and cancels the others. Like
  /// every group, it reports how many members have settled, and pauses, resumes, and cancels them along with itself.
  ///
  /// ```swift
  /// Promise.all([a, b, c]).success { values in print(values.count) }   // prints 3
  /// ```
  ///
  /// - Parameter promises: The members. Without any, the result is an empty array.
  public static func all(_ promises: [Promise]) -> Promise<GroupProgress, [Value], Failure> {
    joined(
      promises,
      PromiseGroup(empty: .value([Value]())) { latest, results in
        guard case .fulfilled = latest else { return latest }
        return results.isComplete ? .value(results.values(Value.self)) : nil
      }
    )
  }

  /// Returns a promise of the first value, and cancels the other promises.
  ///
  /// If no promise is fulfilled, it fails with ``AllFailed``, which contains every error.
  ///
  /// - Parameter promises: The members. Without any, the group fails without errors.
  public static func any(_ promises: [Promise]) -> Promise<GroupProgress, Value, AllFailed<Failure>> {
    joined(
      promises,
      PromiseGroup(empty: .error(AllFailed<Failure>(errors: [])), sharesFailure: false) { latest, results in
        if case .fulfilled = latest { return latest }
        return results.isComplete ? .error(AllFailed(errors: results.errors(Failure.self))) : nil
      }
    )
  }

  /// Returns a promise of the values of the fulfilled members, in their order, once all have settled.
  ///
  /// - Parameter promises: The members. Without any, the result is an empty array.
  public static func some(_ promises: [Promise]) -> Promise<GroupProgress, [Value], Failure> {
    joined(
      promises,
      PromiseGroup(empty: .value([Value]())) { _, results in
        results.isComplete ? .value(results.values(Value.self)) : nil
      }
    )
  }

  /// Returns a promise of the outcomes of all promises, in their order, once all have settled. It never fails.
  ///
  /// ```swift
  /// Promise.allSettled([a, b]).success { outcomes in print(outcomes.compactMap(\.value)) }
  /// ```
  ///
  /// - Parameter promises: The members. Without any, the result is an empty array.
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

  /// Returns a promise that settles as the first promise to settle does, even if that fails, and cancels the others.
  ///
  /// - Parameter promises: The members. Without any, the group is cancelled.
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
