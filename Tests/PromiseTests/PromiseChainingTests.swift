import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(1))) struct PromiseChainingTests {
  @Test func `success and map continue with a value, success and flatMap with a promise`() {
    let (promise, resolver) = Text.pending()
    let value = promise.success { $0.count }
    let mapped = promise.map { $0.count + 1 }
    let inner = promise.success { Promise<String, Int, Mishap>(value: $0.count + 2) }
    let flat = promise.flatMap { Promise<String, Int, Mishap>(value: $0.count + 3) }
    let nothing = promise.success { _ in }

    resolver.fulfill("hello")

    #expect(value.settled == .fulfilled(5))
    #expect(mapped.settled == .fulfilled(6))
    #expect(inner.settled == .fulfilled(7))
    #expect(flat.settled == .fulfilled(8))
    #expect(nothing.state == .fulfilled)
  }

  @Test func `failure observes, or recovers with a promise; recover recovers with a value`() {
    let failed = Text(error: .lost)
    let looked = Record<Mishap?>()

    let observed = failed.failure { error, _ in looked.add(error) }
    let value = failed.recover { error, isCancelled in "\(error == .lost) \(isCancelled)" }
    let inner = failed.failure { _, _ in Promise<String, String, Trouble>(error: Trouble()) }

    #expect(looked.all == [.lost])
    #expect(observed.settled == .rejected(.lost))
    #expect(value.settled == .fulfilled("true false"))
    #expect(inner.settled == .rejected(Trouble()))
  }

  @Test func `on a promise of Void a failure closure only observes, and recover recovers`() {
    let failed = Promise<Int, Void, Mishap>(error: .lost)
    let looked = Record<Mishap?>()

    let observed = failed.failure { error, _ in looked.add(error) }
    let recovered = failed.recover { _, _ in }
    let same = failed.on(failure: { _ in })

    #expect(looked.all == [.lost])
    #expect(observed.state == .rejected)
    #expect(recovered.state == .fulfilled)
    #expect(same.state == .rejected)
  }

  @Test func `a closure that observes a failure may end with any statement`() {
    let looked = Record<Mishap?>()
    let screen: Record<Mishap?>? = looked

    let end = Text(error: .lost)
      .failure { error, isCancelled in if !isCancelled { looked.add(error) } }
      .failure { error, isCancelled in
        switch error {
        case .lost: looked.add(error)
        default: break
        }
      }
      .failure { error, isCancelled in
        guard let error, !isCancelled else { return }
        looked.add(error)
      }
    let other =
      end
      .failure { error, _ in for _ in 0..<2 { looked.add(error) } }
      .failure { [weak screen] error, _ in screen?.add(error) }
      .failure { info in looked.add(info.error) }

    #expect(looked.all == Array(repeating: .lost, count: 7))
    #expect(other.settled == .rejected(.lost))
  }

  @Test func `then continues after a success and after a failure`() {
    let fine = Text(value: "fine").then { value, errorInfo in "\(value ?? "-") \(errorInfo == nil)" }
    let failed = Text(error: .lost).then { value, errorInfo in "\(value ?? "-") \(errorInfo?.isCancelled == false)" }
    let inner = Text(error: .lost).then { _, errorInfo in
      Promise<Double, Mishap?, Trouble>(value: errorInfo?.error)
    }

    #expect(fine.settled == .fulfilled("fine true"))
    #expect(failed.settled == .fulfilled("- true"))
    #expect(inner.settled == .fulfilled(.lost))
  }

  @Test func `the trying forms continue with a result, or fail with what they throw`() {
    let (text, lost) = (Text(value: "text"), Text(error: .lost))

    let result = text.trySuccess { text in Result<Int, Mishap>.failure(.numbered(text.count)) }
    let success = text.trySuccess { value throws(Mishap) in
      guard value.isEmpty else { throw Mishap.broken }
      return value
    }
    let recovered = lost.tryRecover { info in Result<String, Trouble>.success("\(info.isCancelled)") }
    let failure = lost.tryRecover { _ throws(Mishap) in throw Mishap.broken }
    let settled = lost.tryThen { _, _ in Result<Int, Trouble>.failure(Trouble()) }
    let then = text.tryThen { _, _ throws(Mishap) -> Int in throw Mishap.broken }

    #expect(result.settled == .rejected(.numbered(4)))
    #expect(success.settled == .rejected(.broken))
    #expect(recovered.settled == .fulfilled("false"))
    #expect(failure.settled == .rejected(.broken))
    #expect(settled.settled == .rejected(Trouble()))
    #expect(then.settled == .rejected(.broken))
  }

  @Test func `a failure passes success handlers straight through, none is called`() {
    let called = Record<Int>()
    var last = Number(error: .lost)
    for _ in 0..<100 {
      last = last.success { value in
        called.add(1)
        return value + 1
      }
    }

    #expect(last.settled == .rejected(.lost))
    #expect(called.all.isEmpty)
  }

  @Test func `failure and then handlers run for cancellation too, and may recover`() {
    let (promise, openEnd) = Text.pending()
    let recovered = promise.recover { error, isCancelled in "\(error == .lost) \(isCancelled)" }
    let then = promise.then { _, errorInfo in errorInfo?.isCancelled }

    promise.cancel(error: .lost)

    #expect(recovered.settled == .fulfilled("true true"))
    #expect(then.settled == .fulfilled(true))
    withExtendedLifetime(openEnd) {}
  }

  @Test func `errors of different types in one chain: mapError first`() {
    let mapped = Text(error: .numbered(3)).mapError { Trouble(text: "\($0)") }

    let chained = mapped.success { _ in Promise<Int, Int, Trouble>(value: 1) }

    #expect(chained.settled == .rejected(Trouble(text: "numbered(3)")))
  }

  @Test func `mapError maps the error of a cancel, and leaves a cancel without one`() {
    let (with, first) = Text.pending()
    let (without, second) = Text.pending()
    let mapped = (with.mapError { _ in Trouble() }, without.mapError { _ in Trouble() })

    first.cancel(.lost)
    second.cancel()

    #expect(mapped.0.settled == .cancelled(Trouble()))
    #expect(mapped.1.settled == .cancelled(nil))
  }

  @Test func `finally is called however it settles, and passes it on`() {
    let calls = Record<Int>()

    let fine = Text(value: "v").finally { calls.add(1) }
    let failed = Text(error: .lost).finally { calls.add(2) }

    #expect(calls.all == [1, 2])
    #expect(fine.settled == .fulfilled("v"))
    #expect(failed.settled == .rejected(.lost))
  }

  @Test func `progress handlers receive their own promise's, with the one before, and none is replayed`() {
    let (promise, resolver) = Text.pending()
    let heard = Record<[Int?]>()
    let derived = Record<Int>()
    resolver.report(1)
    promise.progress { old, new in heard.add([old, new]) }
    promise.success { $0.count }.progress { _, new in derived.add(new) }

    resolver.report(2)
    resolver.report(3)
    resolver.fulfill("end")
    resolver.report(4)

    #expect(heard.all == [[1, 2], [2, 3]])
    #expect(derived.all.isEmpty)
    #expect(promise.latestProgress == 3)
  }

  @Test func `a flatMap relays the inner promise's progress, of its type`() {
    let (inner, resolver) = Promise<String, Int, Mishap>.pending()
    let heard = Record<String>()
    Text(value: "go").success { _ in inner }.progress { _, new in heard.add(new) }

    resolver.report("half")

    #expect(heard.all == ["half"])
  }

  @Test func `main actor handlers run on the main actor`() async throws {
    let heard = Record<String>()

    let total = try await Text(value: "one")
      .progress(on: MainActor.self) { _ in MainActor.assertIsolated() }
      .success(on: MainActor.self) { value in
        MainActor.assertIsolated()
        return value.count
      }
      .success(on: MainActor.self) { count in
        MainActor.assertIsolated()
        return Promise<Int, Int, Mishap>(error: .numbered(count))
      }
      .failure(on: MainActor.self) { error, _ in
        MainActor.assertIsolated()
        heard.add("\(error == .numbered(3))")
      }
      .recover(on: MainActor.self) { _, _ in
        MainActor.assertIsolated()
        return 4
      }
      .then(on: MainActor.self) { value, _ in
        MainActor.assertIsolated()
        return (value ?? 0) + 1
      }
      .finally(on: MainActor.self) { MainActor.assertIsolated() }
      .on(MainActor.self, success: { _ in MainActor.assertIsolated() })
      .value

    #expect(total == 5)
    #expect(heard.all == ["true"])
  }

  @MainActor @Test func `main actor handlers come by a hop, also from the main actor`() async {
    let heard = Record<String>()

    let promise = Text(value: "value").success(on: MainActor.self) { heard.add($0) }
    heard.add("first")
    _ = await promise.outcome

    #expect(heard.all == ["first", "value"])
  }
}
