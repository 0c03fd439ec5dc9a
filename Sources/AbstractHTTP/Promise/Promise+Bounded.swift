extension Promise {
  /// Makes the promise of the values of all promises, of which only so many are started at a time.
  ///
  /// A promise that waits for its first ``resume()`` is started when its turn comes, in the order of the members. A promise that
  /// runs already isn't held back, and doesn't count. On the first failure or cancel the group fails likewise, and the others
  /// are cancelled.
  ///
  /// ```swift
  /// let loads = names.map { name in Promise<Never, String, any Error>(paused: true) { try await load(name) } }
  /// Promise.all(loads, atMost: 4)   // loads four at a time
  /// ```
  ///
  /// - Parameters:
  ///   - promises: The members; of none, the values are none.
  ///   - limit: How many are started at a time; at least one is.
  public static func all(_ promises: [Promise], atMost limit: Int) -> Promise<GroupProgress, [Value], Failure> {
    bounded(promises.map { PromiseGroup.Member($0) }, atMost: limit)
  }

  /// Makes the promise of the values of the promises that a closure makes of each element, only so many at a time.
  ///
  /// ```swift
  /// Promise.all(urls, atMost: 4) { url in HTTP(url).asData() }
  /// ```
  ///
  /// - Parameters:
  ///   - elements: What the promises are made of; of none, the values are none.
  ///   - limit: How many promises run at a time; at least one does.
  ///   - make: Makes the promise of an element when its turn comes, on the thread that calls this method or that settles an
  ///     earlier promise.
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

  /// The promise that follows another one from its turn on.
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
