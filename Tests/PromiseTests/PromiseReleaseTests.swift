import Dispatch
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// What a screen would be that a handler shows something on.
private final class Screen: Sendable {
  func show(_ value: some Sendable) {}
}

/// The operators, each with closures that hold a screen.
private let operators: [String: @Sendable (Number, Screen) -> any Sendable] = [
  "success": { promise, screen in promise.success { screen.show($0) } },
  "success to a promise": { promise, screen in
    promise.success { value -> Number in
      screen.show(value)
      return Number(value: value)
    }
  },
  "trySuccess": { promise, screen in
    promise.trySuccess { value -> Result<Int, Mishap> in
      screen.show(value)
      return .success(value)
    }
  },
  "map": { promise, screen in promise.map { screen.show($0) } },
  "flatMap": { promise, screen in
    promise.flatMap { value -> Number in
      screen.show(value)
      return Number(value: value)
    }
  },
  "success on main": { promise, screen in promise.success(on: MainActor.self) { screen.show($0) } },
  "recover": { promise, screen in
    promise.recover { error, _ in
      screen.show(error)
      return 0
    }
  },
  "tryRecover": { promise, screen in
    promise.tryRecover { info -> Result<Int, Mishap> in
      screen.show(info.isCancelled)
      return .success(0)
    }
  },
  "failure": { promise, screen in promise.failure { error, _ in screen.show(error) } },
  "then": { promise, screen in promise.then { value, _ in screen.show(value) } },
  "mapError": { promise, screen in
    promise.mapError { error -> Mishap in
      screen.show(error)
      return error
    }
  },
  "finally": { promise, screen in promise.finally { screen.show(1) } },
  "on": { promise, screen in promise.on(success: { screen.show($0) }, failure: { screen.show($0.isCancelled) }) },
  "progress": { promise, screen in promise.progress { _, new in screen.show(new) } },
  "until": { promise, screen in promise.until(HandlerToken()).success { screen.show($0) } },
  "retry": { promise, screen in promise.success { screen.show($0) }.retry(1, when: { _ in false }) },
  "timeout": { promise, screen in
    promise.success { screen.show($0) }.timeout(.seconds(1), clock: PromiseTestClock())
  },
  "mapProgress": { promise, screen in
    promise.mapProgress { progress -> Int in
      screen.show(progress)
      return progress
    }
  },
  "tryFlatMap": { promise, screen in
    promise.tryFlatMap { value throws(Mishap) -> Number in
      screen.show(value)
      return Number(value: value)
    }
  },
  "tryThen to an outcome": { promise, screen in
    promise.tryThen { value, info -> Outcome<Int, Mishap> in
      screen.show(1)
      return value.map { .fulfilled($0) } ?? Outcome(info ?? (nil, true))
    }
  },
  "success on a queue": { promise, screen in promise.success(on: .global()) { screen.show($0) } },
  "success on an actor": { promise, screen in promise.success(on: Counting()) { _, value in screen.show(value) } },
  "on until": { promise, screen in promise.on(until: HandlerToken(), success: { screen.show($0) }) },
  "delay": { promise, screen in promise.success { screen.show($0) }.delay(.zero, clock: PromiseTestClock()) },
  "all, one at a time": { promise, screen in
    Number.all(0..<2, atMost: 1) { index in
      screen.show(index)
      return promise
    }
  },
  "all": { promise, screen in Promise.all([promise.success { screen.show($0) }]) },
]

/// How a promise ends.
enum Ending: String, CaseIterable, Sendable {
  case fulfilled, rejected, cancelled, abandoned
}

@Suite(.timeLimit(.minutes(1))) struct PromiseReleaseTests {
  /// A promise with an executor that holds a screen, and what ends it.
  private static func source(_ screen: Screen) -> (Number, Record<(Number.Fulfill, Number.Reject)>) {
    let ends = Record<(Number.Fulfill, Number.Reject)>()
    let promise = Number { [weak ends] _, fulfill, reject, _ in
      screen.show(1)
      ends?.add((fulfill, reject))
    }
    return (promise, ends)
  }

  private static func end(_ promise: Number, _ ends: Record<(Number.Fulfill, Number.Reject)>, as ending: Ending) {
    switch ending {
    case .fulfilled: ends.all.first?.0(1)
    case .rejected: ends.all.first?.1(.lost)
    case .cancelled: promise.cancel(error: .lost)
    case .abandoned: break
    }
  }

  @Test(arguments: operators.keys.sorted(), Ending.allCases)
  func `a promise that was dropped holds nothing once it has settled`(name: String, ending: Ending) async throws {
    let attach = try #require(operators[name])
    weak var held: Screen?

    do {
      let screen = Screen()
      held = screen
      let (promise, ends) = Self.source(screen)
      _ = attach(promise, screen)
      Self.end(promise, ends, as: ending)
    }

    while held != nil { await Task.yield() }
    #expect(held == nil)
  }

  @Test(arguments: operators.keys.sorted())
  func `a fulfilled promise that is kept holds none of the closures that made it`(name: String) async throws {
    let attach = try #require(operators[name])
    weak var held: Screen?
    let kept: (Number, any Sendable)

    do {
      let screen = Screen()
      held = screen
      let (promise, ends) = Self.source(screen)
      kept = (promise, attach(promise, screen))
      Self.end(promise, ends, as: .fulfilled)
    }

    while held != nil { await Task.yield() }
    #expect(kept.0.settled == .fulfilled(1))
  }

  @Test(arguments: operators.keys.sorted(), [Ending.rejected, .cancelled, .abandoned])
  func `one that failed and is kept is settled, and holds nothing once it is dropped`(
    name: String,
    ending: Ending
  ) async throws {
    let attach = try #require(operators[name])
    weak var held: Screen?
    var kept: (Number, any Sendable)?

    do {
      let screen = Screen()
      held = screen
      let (promise, ends) = Self.source(screen)
      kept = (promise, attach(promise, screen))
      Self.end(promise, ends, as: ending)
    }
    let outcome = kept?.0.settled
    kept = nil

    while held != nil { await Task.yield() }
    #expect(outcome != nil)
  }

  @Test(arguments: ["map", "failure", "then", "retry"], [Ending.rejected, .cancelled])
  func `a failed promise keeps them for a retry until it is released`(name: String, ending: Ending) throws {
    let attach = try #require(operators[name])
    weak var held: Screen?
    var kept: (Number, any Sendable)?

    do {
      let screen = Screen()
      held = screen
      let (promise, ends) = Self.source(screen)
      kept = (promise, attach(promise, screen))
      Self.end(promise, ends, as: ending)
    }

    #expect(held != nil)
    #expect(kept != nil)
    kept = nil
    #expect(held == nil)
  }

  @Test(arguments: ["on", "progress"], Ending.allCases)
  func `a handler that returns no promise is released by any settlement`(name: String, ending: Ending) throws {
    let attach = try #require(operators[name])
    weak var held: Screen?
    let promise: Number
    var open: PromiseResolver<Int, Int, Mishap>?
    (promise, open) = Number.pending()

    do {
      let screen = Screen()
      held = screen
      _ = attach(promise, screen)
    }
    #expect(held != nil)
    switch ending {
    case .fulfilled: open?.fulfill(1)
    case .rejected: open?.reject(.lost)
    case .cancelled: promise.cancel()
    case .abandoned: break
    }
    open = nil

    #expect(held == nil)
    #expect(promise.settled != nil)
  }

  @Test func `a replaced or released closure is not released under the lock`() {
    let promise = Number { _, fulfill, _, configure in
      let watch = Watch(configure)
      configure.cancel = { withExtendedLifetime(watch) {} }
      let other = Watch(configure)
      configure.cancel = { withExtendedLifetime(other) {} }
      fulfill(1)
    }

    #expect(promise.settled == .fulfilled(1))
  }

  /// Something that asks the promise as it is released: under its lock it would wait for itself.
  private final class Watch: Sendable {
    let configure: PromiseConfiguration

    init(_ configure: PromiseConfiguration) { self.configure = configure }

    deinit { _ = configure.cancel }
  }
}
