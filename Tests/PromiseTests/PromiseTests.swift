import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(1))) struct PromiseTests {
  @Test func `fulfills with its executor's value, and calls the handlers`() {
    let heard = Record<String>()

    let promise = Text { _, fulfill, _, _ in fulfill("done") }.success { heard.add($0) }

    #expect(heard.all == ["done"])
    #expect(promise.state == .fulfilled)
  }

  @Test func `an executor of two closures fulfils and rejects`() {
    let fulfilled = Text { fulfill, _ in fulfill("yes") }
    let rejected = Text { _, reject in reject(.lost) }

    #expect(fulfilled.settled == .fulfilled("yes"))
    #expect(rejected.settled == .rejected(.lost))
  }

  @Test func `is made of a value, an error or a result`() {
    #expect(Text(value: "v").settled == .fulfilled("v"))
    #expect(Text(error: .lost).settled == .rejected(.lost))
    #expect(Text(.success("v")).settled == .fulfilled("v"))
    #expect(Text(.failure(.lost)).settled == .rejected(.lost))
  }

  @Test func `a paused promise runs its executor on the first resume, once`() {
    let runs = Record<Int>()
    let promise = Text(paused: true) { _, fulfill, _, _ in
      runs.add(1)
      fulfill("done")
    }

    #expect(runs.all.isEmpty)
    #expect(promise.state == .paused)
    promise.resume()
    promise.resume()

    #expect(runs.all == [1])
    #expect(promise.settled == .fulfilled("done"))
  }

  @Test func `settled twice, the first wins and the rest are ignored`() {
    let (promise, resolver) = Text.pending()
    let heard = Record<String>()
    promise.on(success: { heard.add($0) }, failure: { _ in heard.add("failure") })

    resolver.fulfill("first")
    resolver.fulfill("second")
    resolver.reject(.lost)
    resolver.cancel()
    promise.cancel()

    #expect(promise.settled == .fulfilled("first"))
    #expect(heard.all == ["first"])
  }

  @Test func `cancelling an owned promise asks its owner once, which settles it later`() {
    let asked = Record<Mishap?>()
    let (promise, resolver) = Text.owned(onCancel: { asked.add($0) })
    let derived = promise.success { $0.count }

    derived.cancel(error: .lost)
    promise.cancel(error: .broken)

    #expect(asked.all == [.lost])
    #expect(derived.settled == .cancelled(.lost))
    #expect(promise.state == .running)
    resolver.cancel(.broken)
    #expect(promise.settled == .cancelled(.broken))
  }

  @Test func `an owned promise tells its owner of pause and resume`() {
    let heard = Record<String>()
    let (promise, resolver) = Text.owned(onPause: { heard.add("pause") }, onResume: { heard.add("resume") })

    promise.pause()
    promise.pause()
    promise.resume()
    resolver.fulfill("done")
    promise.pause()

    #expect(heard.all == ["pause", "resume"])
  }

  @Test func `an owned promise that kept its settlement is cancelled without asking`() {
    let asked = Record<Mishap?>()
    let (promise, resolver) = Text.owned(onCancel: { asked.add($0) })

    promise.pause()
    resolver.fulfill("kept")
    promise.cancel(error: .lost)

    #expect(promise.settled == .cancelled(.lost))
    #expect(asked.all.isEmpty)
  }

  @Test func `it becomes cancelled when nothing is left that could settle it`() {
    let cancels = Record<Int>()
    let promise = Text { _, _, _, configure in configure.cancel = { cancels.add(1) } }
    let derived = promise.success { $0.count }

    #expect(promise.settled == .cancelled(nil))
    #expect(derived.settled == .cancelled(nil))
    #expect(cancels.all.isEmpty)
  }

  @Test func `a promise that was never started, and can't be started anymore, becomes cancelled`() {
    let heard = Record<Bool>()

    do {
      Text(paused: true) { _, _, _, _ in }.on(failure: { heard.add($0.isCancelled) })
    }

    #expect(heard.all == [true])
  }

  @Test func `a promise chained to one that was never started can start it, and keeps it from being cancelled`() {
    let chained = Number(paused: true) { _, fulfill, _, _ in fulfill(1) }.success { $0 + 1 }
    let retried = Number(paused: true) { _, fulfill, _, _ in fulfill(1) }.retry(1)

    #expect(chained.settled == nil)
    chained.resume()
    retried.resume()

    #expect(chained.settled == .fulfilled(2))
    #expect(retried.settled == .fulfilled(1))
  }

  @Test func `a promise resolved with itself becomes cancelled`() {
    let (source, resolver) = Text.pending()
    let box = Record<Text>()
    let promise = source.success { _ in box.all[0] }
    box.add(promise)

    resolver.fulfill("go")

    #expect(promise.settled == .cancelled(nil))
  }

  @Test func `describes its name and its state`() {
    let (promise, resolver) = Text.pending()

    promise.name("greeting")
    #expect(promise.description == "greeting(running)")
    resolver.fulfill("hello")

    #expect(promise.description == "greeting(fulfilled)")
    #expect(promise.name == "greeting")
    #expect(Text(value: "x").description == "Promise(fulfilled)")
  }

  @Test func `a value whose type is itself an existential comes out as it went in`() {
    let promise = Promise<any Sendable, any Sendable, any Error>(value: 5)
    let failed = Promise<Int, (any Sendable)?, any Error>(error: Mishap.lost)

    #expect(promise.settled?.value as? Int == 5)
    #expect(failed.settled?.errorInfo?.error as? Mishap == .lost)
    #expect(Promise<Int, Int?, Mishap>(value: nil).settled == .fulfilled(nil))
  }
}
