import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// The operators that make a promise of a number of one: each settles as its source does.
private let operators: [String: @Sendable (Number) -> Number] = [
  "success": { $0.success { $0 } },
  "success to a promise": { $0.success { Number(value: $0) } },
  "success to a cold promise": { promise in
    promise.flatMap { value in Number(paused: true) { _, fulfill, _, _ in fulfill(value) } }
  },
  "trySuccess": { $0.trySuccess { .success($0) } },
  "failure": { $0.failure { _, _ in } },
  "failure to a promise": { promise in
    promise.failure { info -> Number in info.error.map { Number(error: $0) } ?? Number.pending().promise }
  },
  "tryRecover": { $0.tryRecover { Outcome<Int, Mishap>($0) } },
  "tryThen": { promise in
    promise.tryThen { value, info in value.map { .fulfilled($0) } ?? Outcome<Int, Mishap>(info ?? (nil, true)) }
  },
  "mapError": { $0.mapError { $0 } },
  "mapProgress": { $0.mapProgress { $0 } },
  "finally": { $0.finally {} },
  "on": { $0.on(success: { _ in }) },
  "until": { $0.until(HandlerToken()) },
  "retry": { $0.retry(1, when: { _ in false }) },
  "timeout": { $0.timeout(.seconds(1), clock: PromiseTestClock()) },
  "all": { Number.all([$0]).mapProgress(\.completed).map { $0[0] } },
  "race": { Number.race([$0]).mapProgress(\.completed) },
  "all at most": { Number.all([$0], atMost: 1).mapProgress(\.completed).map { $0[0] } },
]

/// Those that report the progress of their source.
private let relaying = ["mapProgress", "on", "until", "retry", "timeout"]

private let names = operators.keys.sorted()

private func combined(_ first: String, _ second: String, _ promise: Number) -> Number {
  guard let inner = operators[first], let outer = operators[second] else { return promise }
  return outer(inner(promise))
}

@Suite(.timeLimit(.minutes(2))) struct PromiseCompositionTests {
  private func cold(_ runs: Record<Int>) -> Number {
    Number(paused: true) { _, fulfill, _, _ in
      runs.add(1)
      fulfill(7)
    }
  }

  /// Whether the pair starts a promise by itself, as a group of so many at a time does.
  private func starts(_ first: String, _ second: String) -> Bool { [first, second].contains("all at most") }

  @Test(arguments: names, names)
  func `a promise that was never started waits for the resume of a derived promise`(first: String, second: String) {
    let runs = Record<Int>()
    let promise = combined(first, second, cold(runs))

    #expect(runs.all.isEmpty || starts(first, second))
    promise.resume()

    #expect(runs.all == [1])
    #expect(promise.settled == .fulfilled(7))
  }

  @Test(arguments: names, names)
  func `a promise that a handler returns is started, whatever is made of it`(first: String, second: String) {
    let runs = Record<Int>()

    let promise = Text(value: "go").success { _ in combined(first, second, cold(runs)) }

    #expect(runs.all == [1])
    #expect(promise.settled == .fulfilled(7))
  }

  @Test(arguments: names, names)
  func `a promise that a handler returns while paused is started by the resume`(first: String, second: String) {
    let runs = Record<Int>()
    let (source, resolver) = Text.pending()
    let promise = source.success { _ in combined(first, second, cold(runs)) }

    promise.pause()
    resolver.fulfill("go")
    #expect(runs.all.isEmpty || starts(first, second))
    promise.resume()

    #expect(runs.all == [1])
    #expect(promise.settled == .fulfilled(7))
  }

  @Test(arguments: names, names)
  func `it is cancelled without being run when nothing is left that could start it`(first: String, second: String) {
    let runs = Record<Int>()
    let cancelled = Record<Bool>()

    do {
      let promise = cold(runs)
      promise.on(failure: { cancelled.add($0.isCancelled) })
      _ = combined(first, second, promise)
    }

    #expect((runs.all.isEmpty && cancelled.all == [true]) || starts(first, second))
  }

  @Test(arguments: names, names)
  func `a clone of a promise that was never started waits, too`(first: String, second: String) {
    guard !starts(first, second) else { return }
    let runs = Record<Int>()
    let promise = combined(first, second, cold(runs))

    let clone = promise.clone()
    #expect(runs.all.isEmpty)
    clone.resume()

    #expect(runs.all == [1])
    #expect(clone.settled == .fulfilled(7))
    #expect(promise.settled == nil)
  }

  @Test(arguments: names, names)
  func `paused, it keeps what its source becomes`(first: String, second: String) {
    let (source, resolver) = Number.pending()
    let promise = combined(first, second, source)

    promise.pause()
    resolver.fulfill(7)
    #expect(promise.settled == nil)
    promise.resume()

    #expect(promise.settled == .fulfilled(7))
  }

  @Test(arguments: names, names)
  func `a token silences the whole chain, and the source continues`(first: String, second: String) {
    guard ![first, second].contains(where: { ["all", "race", "all at most"].contains($0) }) else { return }
    let (source, resolver) = Number.pending()
    let token = HandlerToken()
    let heard = Record<String>()
    let promise = combined(first, second, source.until(token))
    promise.success { heard.add("\($0)") }.failure { _, _ in heard.add("failure") }
    promise.then { _, _ in heard.add("then") }.finally { heard.add("finally") }
    promise.on(failure: { _ in heard.add("on") }).progress { _, new in heard.add("progress \(new)") }

    token.remove()
    resolver.report(1)
    #expect(source.settled == nil)
    resolver.fulfill(7)

    #expect(heard.all.isEmpty)
    #expect(promise.settled == .cancelled(nil))
    #expect(token.handlers.count == 0)
  }

  @Test(arguments: relaying, relaying)
  func `progress passes, also that of a second try`(first: String, second: String) {
    let tries = Record<(report: Number.Report, fulfill: Number.Fulfill, reject: Number.Reject)>()
    let source = Number { report, fulfill, reject, _ in tries.add((report, fulfill, reject)) }
    let heard = Record<Int>()
    let promise = combined(first, second, source).retry(1)
    promise.progress { _, new in heard.add(new) }

    tries.all[0].report(1)
    tries.all[0].reject(.lost)
    tries.all[1].report(2)
    tries.all[1].fulfill(3)

    #expect(heard.all == [1, 2])
    #expect(promise.settled == .fulfilled(3))
  }

  @Test(arguments: names)
  func `a token ends a retry in its second try, and cancels that`(name: String) throws {
    guard !["all", "race", "all at most"].contains(name) else { return }
    let make = try #require(operators[name])
    let cancels = Record<Int>()
    let tries = Record<Number.Reject>()
    let token = HandlerToken()
    let source = Number { _, _, reject, configure in
      let number = tries.all.count + 1
      configure.cancel = { cancels.add(number) }
      tries.add(reject)
    }
    let heard = Record<String>()
    let promise = make(source.until(token)).retry(5)
    promise.on(failure: { _ in heard.add("on") }).finally { heard.add("finally") }

    tries.all[0](.lost)
    token.remove()
    tries.all[1](.lost)

    #expect(tries.all.count == 2)
    #expect(cancels.all == [2])
    #expect(heard.all.isEmpty)
    #expect(promise.settled == .cancelled(nil))
  }
}
