import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(1))) struct PromisePausingTests {
  @Test func `fulfilled while paused, it is kept and delivered on resume`() {
    let (promise, resolver) = Text.pending()
    let heard = Record<String>()
    promise.on(success: { heard.add($0) })

    promise.pause()
    resolver.fulfill("kept")
    resolver.fulfill("late")
    #expect(heard.all.isEmpty)
    #expect(promise.state == .paused)
    promise.resume()

    #expect(heard.all == ["kept"])
  }

  @Test func `rejected while paused, it is kept and delivered on resume`() {
    let (promise, resolver) = Text.pending()

    promise.pause()
    resolver.reject(.lost)
    #expect(promise.settled == nil)
    promise.resume()

    #expect(promise.settled == .rejected(.lost))
  }

  @Test func `progressing while paused, it is kept and delivered on resume, before the settlement`() {
    let (promise, resolver) = Text.pending()
    let heard = Record<String>()
    promise.progress { old, new in heard.add("\(old ?? 0)-\(new)") }.on(success: { heard.add($0) })

    promise.pause()
    resolver.report(1)
    resolver.report(2)
    resolver.fulfill("done")
    resolver.report(3)
    #expect(heard.all.isEmpty)
    promise.resume()

    #expect(heard.all == ["0-1", "1-2", "done"])
  }

  @Test func `cancel while paused acts at once and drops held events`() {
    let (promise, resolver) = Text.pending()
    let heard = Record<Int>()
    promise.progress { _, new in heard.add(new) }

    promise.pause()
    resolver.report(1)
    resolver.fulfill("kept")
    promise.cancel(error: .lost)
    promise.resume()

    #expect(promise.settled == .cancelled(.lost))
    #expect(heard.all.isEmpty)
  }

  @Test func `pause acts on the executor, and never on the source, whose handler still runs`() {
    let (promise, resolver) = Text.pending()
    let heard = Record<String>()
    let derived = promise.success { value in
      heard.add(value)
      return value.count
    }

    derived.pause()
    resolver.fulfill("done")

    #expect(promise.state == .fulfilled)
    #expect(heard.all == ["done"])
    #expect(derived.state == .paused)
    derived.resume()
    #expect(derived.settled == .fulfilled(4))
  }

  @Test func `pause and resume call what the executor configured, once each`() {
    let heard = Record<String>()
    let kept = Record<Text.Fulfill>()
    let promise = Text { _, fulfill, _, configure in
      kept.add(fulfill)
      configure.pause = { heard.add("pause") }
      configure.resume = { heard.add("resume") }
      configure.cancel = { heard.add("cancel") }
    }

    promise.pause()
    promise.pause()
    promise.resume()
    promise.resume()
    kept.all[0]("done")
    promise.pause()
    promise.cancel()

    #expect(heard.all == ["pause", "resume"])
  }

  @Test func `configured after the pause or the cancel, a closure is called at once`() {
    let heard = Record<String>()
    let kept = Record<(Text.Fulfill, PromiseConfiguration)>()
    let promise = Text { _, fulfill, _, configure in kept.add((fulfill, configure)) }

    promise.pause()
    kept.all[0].1.pause = { heard.add("pause") }
    promise.cancel()
    kept.all[0].1.cancel = { heard.add("cancel") }

    #expect(heard.all == ["pause", "cancel"])
    #expect(kept.all[0].1.isFinished)
  }

  @Test func `pause acts on the inner promise of a flatMap`() {
    let (inner, resolver) = Number.pending()
    let outer = Text(value: "go").success { _ in inner }

    outer.pause()
    #expect(inner.state == .paused)
    resolver.fulfill(1)
    #expect(outer.state == .paused)
    outer.resume()

    #expect(outer.settled == .fulfilled(1))
  }

  @Test func `an inner promise that is made while the outer one is paused starts paused`() {
    let (source, sourceResolver) = Text.pending()
    let (inner, openEnd) = Number.pending()
    let outer = source.success { _ in inner }

    outer.pause()
    sourceResolver.fulfill("go")

    #expect(inner.state == .paused)
    outer.resume()
    #expect(inner.state == .running)
    withExtendedLifetime(openEnd) {}
  }

  @Test func `an inner promise that was not started is started with the outer one`() {
    let running = Text(value: "go").success { _ in Number(paused: true) { _, fulfill, _, _ in fulfill(1) } }
    let (source, resolver) = Text.pending()
    let paused = source.success { _ in Number(paused: true) { _, fulfill, _, _ in fulfill(2) } }

    paused.pause()
    resolver.fulfill("go")

    #expect(running.settled == .fulfilled(1))
    #expect(paused.state == .paused)
    paused.resume()
    #expect(paused.settled == .fulfilled(2))
  }

  @Test func `pause acts on the current try of retry`() {
    let tries = Record<(Number.Fulfill, Number.Reject)>()
    let retried = Number { _, fulfill, reject, _ in tries.add((fulfill, reject)) }.retry(1)

    tries.all[0].1(.lost)
    retried.pause()
    tries.all[1].0(5)
    #expect(retried.state == .paused)
    retried.resume()

    #expect(retried.settled == .fulfilled(5))
  }

  @Test func `pause acts on the members of a group`() {
    let (first, firstResolver) = Number.pending()
    let (second, secondResolver) = Number.pending()
    let group = Number.all([first, second])

    group.pause()
    #expect(first.state == .paused)
    firstResolver.fulfill(1)
    secondResolver.fulfill(2)
    #expect(group.state == .paused)
    group.resume()

    #expect(group.settled == .fulfilled([1, 2]))
  }

  @Test func `pauseAll, resumeAll and cancelAll act on each`() {
    let pending = [Number.pending(), Number.pending()]
    let promises = pending.map(\.promise)

    Number.pauseAll(promises)
    #expect(promises.map(\.state) == [.paused, .paused])
    Number.resumeAll(promises)
    #expect(promises.map(\.state) == [.running, .running])
    Number.cancelAll(promises, error: .lost)

    #expect(promises.map(\.settled) == [.cancelled(.lost), .cancelled(.lost)])
  }
}
