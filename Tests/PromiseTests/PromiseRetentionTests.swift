import Dispatch
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// An actor to run handlers on.
actor Counting {
  private(set) var heard: [String] = []

  func hear(_ text: String) { heard.append(text) }
}

/// The operators, each made of a promise.
private let operators: [String: @Sendable (Number) -> PromiseCore] = [
  "success": { $0.success { $0 + 1 }.core },
  "success to a promise": { promise in promise.success { Number(value: $0) }.core },
  "trySuccess": { $0.trySuccess { Result<Int, Mishap>.success($0) }.core },
  "trySuccess throwing": { promise in promise.trySuccess { value throws(Mishap) in value }.core },
  "map": { $0.map { $0 + 1 }.core },
  "flatMap": { promise in promise.flatMap { Number(value: $0) }.core },
  "success on main": { $0.success(on: MainActor.self) { $0 + 1 }.core },
  "recover": { $0.recover { _, _ in 0 }.core },
  "tryRecover": { promise in promise.tryRecover { _ in Result<Int, Trouble>.success(0) }.core },
  "failure": { promise in promise.failure { _, _ in }.core },
  "failure to a promise": { promise in promise.failure { _, _ in Number(value: 0) }.core },
  "then": { $0.then { value, _ in value }.core },
  "then to a promise": { promise in promise.then { _, _ in Number(value: 0) }.core },
  "on": { promise in promise.on(success: { _ in }, failure: { _ in }).core },
  "on itself": { promise in promise.on(success: { [core = promise.core] _ in _ = core }).core },
  "progress": { promise in promise.progress { _, _ in }.core },
  "mapError": { $0.mapError { _ in Trouble() }.core },
  "finally": { $0.finally {}.core },
  "name": { $0.name("name").core },
  "until": { $0.until(HandlerToken()).core },
  "retry": { $0.retry(3).core },
  "timeout": { $0.timeout(.seconds(1), clock: PromiseTestClock()).core },
  "delay": { $0.delay(.zero, clock: PromiseTestClock()).core },
  "all": { Number.all([$0, $0, Number(value: 1)]).core },
  "any": { Number.any([$0, $0]).core },
  "some": { Number.some([$0]).core },
  "race": { Number.race([$0, Number.pending().promise]).core },
  "zip": { Promise.zip($0, Text(value: "a")).core },
  "mapProgress": { $0.mapProgress { "\($0)" }.core },
  "tryMap": { promise in promise.tryMap { value throws(Mishap) in value }.core },
  "tryFlatMap": { promise in promise.tryFlatMap { value throws(Mishap) in Number(value: value) }.core },
  "tryRecover to an outcome": { promise in promise.tryRecover { Outcome<Int, Mishap>($0) }.core },
  "on a queue": { $0.success(on: .global()) { $0 + 1 }.core },
  "on a queue until": { $0.on(.global(), until: HandlerToken(), success: { _ in }).core },
  "on an actor": { $0.success(on: Counting()) { _, value in value + 1 }.core },
  "until, then more": { $0.until(HandlerToken()).success { $0 + 1 }.success(on: .global()) { $0 }.core },
  "allSettled": { Number.allSettled([$0, $0]).core },
  "all of them, one at a time": { Number.all([$0, $0, Number(value: 1)], atMost: 1).core },
  "all of elements, one at a time": { promise in Number.all(0..<3, atMost: 1) { _ in promise }.core },
  "progressUpdates": { promise in
    _ = promise.progressUpdates
    return promise.core
  },
]

@Suite(.timeLimit(.minutes(1))) struct PromiseRetentionTests {
  @Test(arguments: operators.keys.sorted())
  func `dropped unsettled, nothing is retained`(name: String) async throws {
    let make = try #require(operators[name])
    weak var source: PromiseCore?
    weak var made: PromiseCore?

    do {
      let (promise, _) = Number.pending()
      (source, made) = (promise.core, make(promise))
    }

    await gone { source == nil && made == nil }
    #expect(source == nil)
    #expect(made == nil)
  }

  @Test(arguments: operators.keys.sorted())
  func `an executor that was never started is not retained`(name: String) async throws {
    let make = try #require(operators[name])
    weak var source: PromiseCore?
    weak var made: PromiseCore?

    do {
      let promise = Number(paused: true) { _, fulfill, _, _ in fulfill(1) }
      (source, made) = (promise.core, make(promise))
    }

    await gone { source == nil && made == nil }
    #expect(source == nil)
    #expect(made == nil)
  }

  @Test(arguments: operators.keys.sorted(), [true, false])
  func `settling cuts both: neither holds the other`(name: String, isFulfilled: Bool) async throws {
    let make = try #require(operators[name])
    weak var source: PromiseCore?
    weak var made: PromiseCore?
    let (promise, resolver) = Number.pending()
    var held: PromiseCore? = make(promise)
    (source, made) = (promise.core, held)

    if isFulfilled { resolver.fulfill(1) } else { resolver.reject(.lost) }
    held = nil

    if made !== promise.core {
      await gone { made == nil }
      #expect(made == nil)
    }
    #expect(source != nil)
  }

  @Test func `a derived promise that has settled does not hold its source`() {
    weak var source: PromiseCore?
    var derived: Number
    do {
      let (promise, resolver) = Number.pending()
      source = promise.core
      derived = promise.success { $0 + 1 }
      resolver.fulfill(1)
    }

    #expect(derived.settled == .fulfilled(2))
    #expect(source == nil)
  }

  @Test func `a derived promise that can be retried does not hold its source's value`() {
    weak var value: HandlerToken?
    let derived: Number
    do {
      let source = Promise<Int, HandlerToken, Mishap> { _, fulfill, _, _ in fulfill(HandlerToken()) }
      value = source.settled?.value
      derived = source.success { _ in 1 }
      #expect(value != nil)
    }

    #expect(value == nil)
    #expect(derived.settled == .fulfilled(1))
  }

  @Test func `a source holds its derived promises, and a derived one its source, until settled`() {
    let heard = Record<Int>()
    weak var held: PromiseCore?
    let resolver: PromiseResolver<Int, Int, Mishap>
    do {
      let pending = Number.pending()
      resolver = pending.resolver
      held = pending.promise.success { $0 + 1 }.on(success: { heard.add($0) }).core
    }
    weak var paused: PromiseCore?
    let derived: Number
    do {
      let (source, resolver) = Number.pending()
      paused = source.core
      source.pause()
      resolver.fulfill(1)
      derived = source.success { $0 + 1 }
    }

    #expect(held != nil)
    #expect(paused != nil)
    resolver.fulfill(1)
    #expect(heard.all == [2])
    #expect(held == nil)
    derived.cancel()
    #expect(paused == nil)
  }

  @Test func `a resolver and its promise make no cycle with an owner that they tell weakly`() {
    final class Owner: Sendable {
      let promise = Locked<(promise: Number, resolver: PromiseResolver<Int, Int, Mishap>)?>(nil)

      init() {
        let owned = Number.owned(onCancel: { [weak self] error in
          self?.promise.withLock { $0 }?.resolver.cancel(error)
        })
        promise.withLock { $0 = owned }
      }
    }
    weak var released: Owner?
    let promise: Number?
    do {
      let owner = Owner()
      released = owner
      promise = owner.promise.withLock { $0 }?.promise
    }

    #expect(released == nil)
    #expect(promise?.settled == .cancelled(nil))
  }

  /// Lets tasks that were cancelled come to their end.
  private func gone(_ isGone: () -> Bool) async {
    while !isGone() { await Task.yield() }
  }
}
