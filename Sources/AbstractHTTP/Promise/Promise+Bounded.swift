extension Promise {
  /// Returns a promise of the values of all promises, and limits how many are started at a time.
  ///
  /// A promise that waits for its first ``resume()`` is started when its turn comes, in the order of the members. A
  /// promise that is already running isn't held back, and doesn't count. When the first member fails or is cancelled,
  /// the group fails or is cancelled with it, and cancels the others.
  ///
  /// ```swift
  /// let loads = names.map { name in Promise<Never, String, any Error>(paused: true) { try await load(name) } }
  /// Promise.all(loads, atMost: 4)   // loads four at a time
  /// ```
  ///
  /// - Parameters:
  ///   - promises: The members. Without any, the result is an empty array.
  ///   - limit: How many members are started at a time; at least 1.
  public static func all(_ promises: [Promise], atMost limit: Int) -> Promise<GroupProgress, [Value], Failure> {
    bounded(promises.map { PromiseGroup.Member($0) }, atMost: limit)
  }

  /// Returns a promise of the values of the promises that a closure creates from elements, and limits how many run at a
  /// time.
  ///
  /// ```swift
  /// Promise.all(urls, atMost: 4) { url in HTTP(url).asData() }
  /// ```
  ///
  /// - Parameters:
  ///   - elements: The elements to create promises from. Without any, the result is an empty array.
  ///   - limit: How many promises run at a time; at least 1.
  ///   - make: Creates the promise of an element when its turn comes, on the thread that calls this method or that
  ///     settles an earlier promise.
  public static func all<Element: Sendable>(
    _ elements: some Sequence<Element>,
    atMost limit: Int,
    _ make: @escaping @Sendable (Element) -> Promise
  ) -> Promise<GroupProgress, [Value], Failure> {
    let elements = Array(elements)
    let turns = Turns(limit: limit)
    let group = all(elements.map { element in waiting(in: turns) { make(element) } })
    turns.begin()
    group.core.remember(PromiseFactory(.made { all(elements, atMost: limit, make).core }))
    return group
  }

  private static func bounded(
    _ members: [PromiseGroup.Member],
    atMost limit: Int
  ) -> Promise<GroupProgress, [Value], Failure> {
    let turns = Turns(limit: limit)
    let again = members.map(\.again)
    let group = all(
      members.map { member in
        let promise = Promise(core: member.core, scope: PromiseScope(starter: member.starter))
        guard member.starter?.isCold == true else { return promise }
        return waiting(in: turns, onCancel: { promise.cancel() }, then: { promise })
      }
    )
    turns.begin()
    group.core.remember(
      PromiseFactory(.made { bounded(again.map { $0.make(isCold: true) }, atMost: limit).core })
    )
    return group
  }

  /// Returns a promise that settles as another one does, starting when its turn comes.
  private static func waiting(
    in turns: Turns,
    onCancel: (@Sendable () -> Void)? = nil,
    then make: @escaping @Sendable () -> Promise
  ) -> Promise {
    let core = PromiseCore(PromiseMachine(details: PromiseDetails(onCancel: onCancel)))
    turns.add(core) { .following(make()) }
    return Promise(core: core)
  }
}
