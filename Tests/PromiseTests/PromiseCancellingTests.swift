import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(1))) struct PromiseCancellingTests {
  @Test func `cancel on a derived promise cancels it at once, and the source if it has no other listeners`() {
    let (source, openEnd) = Text.pending()
    let derived = source.success { $0.count }

    derived.cancel(error: .lost)

    #expect(derived.settled == .cancelled(.lost))
    #expect(source.settled == .cancelled(.lost))
    withExtendedLifetime(openEnd) {}
  }

  @Test(arguments: ["success", "on", "await", "inner"])
  func `cancel on a derived promise spares a source with other listeners`(listener: String) async {
    let (source, resolver) = Text.pending()
    let derived = source.success { $0.count }
    var waiting: Task<Text.Settled, Never>?
    switch listener {
    case "success": source.success { _ in }
    case "on": source.on()
    case "inner": Text(value: "go").success { _ in source }
    default:
      waiting = Task { await source.outcome }
      await source.listenedTo(by: 2)
    }

    derived.cancel()

    #expect(derived.settled == .cancelled(nil))
    #expect(source.settled == nil)
    resolver.fulfill("done")
    if let waiting { #expect(await waiting.value == .fulfilled("done")) }
  }

  @Test func `watching progress doesn't keep a promise from being cancelled`() async {
    let (source, openEnd) = Text.pending()
    let updates = source.progress { _, _ in }.progressUpdates

    let waiting = Task { await source.outcome }
    await source.listenedTo(by: 3)
    waiting.cancel()
    for await _ in updates {}

    #expect(await waiting.value == .cancelled(nil))
    #expect(source.settled == .cancelled(nil))
    withExtendedLifetime(openEnd) {}
  }

  @Test func `in a task group that watches progress beside the value, a cancel ends the work`() async {
    let (promise, openEnd) = Text.pending()

    await withTaskGroup(of: Void.self) { group in
      group.addTask { _ = await promise.outcome }
      await promise.listenedTo(by: 1)
      group.addTask { for await _ in promise.progressUpdates {} }
      await promise.listenedTo(by: 2)
      group.cancelAll()
    }

    #expect(promise.settled == .cancelled(nil))
    withExtendedLifetime(openEnd) {}
  }

  @Test func `a reference alone is not listening, nor is a handler that was removed`() {
    let (source, openEnd) = Text.pending()
    let token = HandlerToken()
    source.on(until: token).progress(until: token) { _, _ in }
    let derived = source.success { $0.count }

    token.remove()
    derived.cancel()

    #expect(source.settled == .cancelled(nil))
    withExtendedLifetime(openEnd) {}
  }

  @Test func `cancelling the last of several listeners cancels the source`() {
    let (source, openEnd) = Text.pending()
    let derived = (0..<3).map { _ in source.success { $0.count } }

    derived[0].cancel()
    derived[2].cancel()
    #expect(source.settled == nil)
    derived[1].cancel()

    #expect(source.settled == .cancelled(nil))
    withExtendedLifetime(openEnd) {}
  }

  @Test func `cancel on a derived promise cancels the inner promise of a flatMap`() {
    let (inner, openEnd) = Number.pending()
    inner.on()
    let outer = Text(value: "go").success { _ in inner }

    outer.cancel(error: .lost)

    #expect(outer.settled == .cancelled(.lost))
    #expect(inner.settled == .cancelled(.lost))
    withExtendedLifetime(openEnd) {}
  }

  @Test func `an inner promise that is made after the outer one was cancelled is cancelled`() {
    let (source, resolver) = Text.pending()
    let (inner, openEnd) = Number.pending()
    let box = Record<Number>()
    let outer = source.success { _ in
      box.all[0].cancel(error: .lost)
      return inner
    }
    box.add(outer)

    resolver.fulfill("go")

    #expect(inner.settled == .cancelled(.lost))
    withExtendedLifetime(openEnd) {}
  }

  @Test func `an error of another type is not passed to the source`() {
    let (source, openEnd) = Text.pending()
    let derived = source.mapError { _ in Trouble() }

    derived.cancel(error: Trouble())

    #expect(derived.settled == .cancelled(Trouble()))
    #expect(source.settled == .cancelled(nil))
    withExtendedLifetime(openEnd) {}
  }

  @Test func `cancel on the source: derived promises see failure with isCancelled`() {
    let (source, openEnd) = Text.pending()
    let heard = Record<String>()
    source.success { $0.count }.failure { error, isCancelled in
      heard.add("\(error == .lost) \(isCancelled)")
    }

    source.cancel(error: .lost)

    #expect(heard.all == ["true true"])
    withExtendedLifetime(openEnd) {}
  }

  @Test func `configure cancel is called once, and only on cancel`() {
    let heard = Record<String>()
    let kept = Record<Text.Fulfill>()
    let cancelled = Text { _, fulfill, _, configure in
      kept.add(fulfill)
      configure.cancel = { heard.add("cancelled") }
    }
    let fulfilled = Text { _, fulfill, _, configure in
      configure.cancel = { heard.add("fulfilled") }
      fulfill("done")
    }

    cancelled.cancel()
    cancelled.cancel()
    kept.all[0]("late")
    fulfilled.cancel()

    #expect(heard.all == ["cancelled"])
    #expect(cancelled.settled == .cancelled(nil))
  }

  @Test func `a promise that was never started is cancelled without being run`() {
    let runs = Record<Int>()
    let promise = Text(paused: true) { _, _, _, _ in runs.add(1) }

    promise.cancel(error: .lost)
    promise.resume()

    #expect(promise.settled == .cancelled(.lost))
    #expect(runs.all.isEmpty)
  }

  @Test func `a derived promise that a handler cancels is not notified the value any more`() {
    let (source, resolver) = Text.pending()
    let box = Record<Number>()
    let called = Record<Int>()
    source.on(success: { _ in box.all[0].cancel() })
    box.add(
      source.success { value in
        called.add(1)
        return value.count
      }
    )

    resolver.fulfill("done")

    #expect(called.all.isEmpty)
    #expect(box.all[0].settled == .cancelled(nil))
  }
}

extension Promise where Value: Equatable, Failure: Equatable {
  typealias Settled = Outcome<Value, Failure>
}

extension Promise {
  /// Waits until so many listen.
  func listenedTo(by count: Int) async {
    while core.withMachine({ $0.listeners.count }) < count { await Task.yield() }
  }
}
