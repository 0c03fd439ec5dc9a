extension Promise where Progress == Never, Value == Never {
  /// Returns a promise of the values of any number of promises of different types.
  ///
  /// When the first member fails or is cancelled, the group fails or is cancelled with it, and cancels the others.
  ///
  /// ```swift
  /// let all = Promise.zip(user, friends, photos, notes)
  /// all.success { user, friends, photos, notes in print(user.name, friends.count + photos.count + notes.count) }
  /// ```
  public static func zip<each Reported, each Member>(
    _ promises: repeat Promise<each Reported, each Member, Failure>
  ) -> Promise<GroupProgress, (repeat each Member), Failure> {
    var members: [PromiseGroup.Member] = []
    for promise in repeat each promises {
      members.append(PromiseGroup.Member(promise))
    }
    return Promise<GroupProgress, (repeat each Member), Failure>(
      group: .zipping((repeat (each Member).self)),
      of: members
    )
  }

  // NB: the compiler can't infer a chain that begins with a parameter pack, so the usual counts have forms without one.

  /// Returns a promise of the values of two promises of different types.
  ///
  /// When one member fails or is cancelled, the group fails or is cancelled with it, and cancels the other.
  ///
  /// ```swift
  /// Promise.zip(user, friends).success { user, friends in print(user.name, friends.count) }
  /// ```
  public static func zip<P1, V1, P2, V2>(
    _ first: Promise<P1, V1, Failure>,
    _ second: Promise<P2, V2, Failure>
  ) -> Promise<GroupProgress, (V1, V2), Failure> {
    Promise<GroupProgress, (V1, V2), Failure>(
      group: .zipping((V1.self, V2.self)),
      of: [PromiseGroup.Member(first), PromiseGroup.Member(second)]
    )
  }

  /// Returns a promise of the values of three promises of different types.
  ///
  /// When the first member fails or is cancelled, the group fails or is cancelled with it, and cancels the others.
  public static func zip<P1, V1, P2, V2, P3, V3>(
    _ first: Promise<P1, V1, Failure>,
    _ second: Promise<P2, V2, Failure>,
    _ third: Promise<P3, V3, Failure>
  ) -> Promise<GroupProgress, (V1, V2, V3), Failure> {
    Promise<GroupProgress, (V1, V2, V3), Failure>(
      group: .zipping((V1.self, V2.self, V3.self)),
      of: [PromiseGroup.Member(first), PromiseGroup.Member(second), PromiseGroup.Member(third)]
    )
  }
}
