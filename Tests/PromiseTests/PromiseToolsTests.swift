import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// A failure that only this file's tests make.
private struct Forgotten: Error, Equatable {
  let number: Int
}

@Suite(.timeLimit(.minutes(1))) struct PromiseToolsTests {
  @Test func `mapProgress reports transformed progress, and settles as its source does`() {
    let (promise, resolver) = Number.pending()
    let heard = Record<String>()
    let mapped = promise.mapProgress { "\($0) %" }.progress { old, new in heard.add("\(old ?? "-") to \(new)") }

    resolver.report(10)
    resolver.report(20)
    resolver.fulfill(1)

    #expect(heard.all == ["- to 10 %", "10 % to 20 %"])
    #expect(mapped.settled == .fulfilled(1))
    #expect(Number(error: .lost).mapProgress { "\($0)" }.settled == .rejected(.lost))
  }

  @Test func `allSettled never fails, and has every outcome in order`() async {
    let (promise, resolver) = Number.pending()
    let cancelled = Number.pending().promise
    let all = Number.allSettled([promise, Number(error: .lost), cancelled])

    resolver.fulfill(1)

    #expect(await all.value == [.fulfilled(1), .rejected(.lost), .cancelled(nil)])
    #expect(Number.allSettled([]).settled == .fulfilled([]))
  }

  @Test func `the value of a promise that can't fail is nil after a cancel`() async {
    let promise = Promise<Never, Int, Never>.pending().promise
    let value = await promise.value

    #expect(value == nil)
    #expect(await Promise<Never, Int, Never>(value: 1).value == 1)
  }

  @Test(arguments: [-1, 0, 1, 2, 5])
  func `all of elements has at most so many under way, in order`(limit: Int) {
    let open = Record<(element: Int, resolver: PromiseResolver<Int, Int, Mishap>)>()
    let all = Number.all(0..<4, atMost: limit) { element in
      let (promise, resolver) = Number.pending()
      open.add((element, resolver))
      return promise
    }

    #expect(open.all.count == min(max(limit, 1), 4))
    for index in 0..<4 {
      open.all[index].resolver.fulfill(index * 10)
      #expect(open.all.count == min(index + 1 + max(limit, 1), 4))
    }

    #expect(open.all.map(\.element) == [0, 1, 2, 3])
    #expect(all.settled == .fulfilled([0, 10, 20, 30]))
  }

  @Test func `all starts paused promises in turn, and none after a failure`() {
    let started = Record<Int>()
    let ends = Record<(Number.Fulfill, Number.Reject)>()
    let members = (0..<4).map { index in
      Number(paused: true) { _, fulfill, reject, _ in
        started.add(index)
        ends.add((fulfill, reject))
      }
    }
    let all = Number.all(members, atMost: 2)

    ends.all[0].0(1)
    #expect(started.all == [0, 1, 2])
    ends.all[1].1(.lost)

    #expect(started.all == [0, 1, 2])
    #expect(all.settled == .rejected(.lost))
    #expect(members.map(\.state) == [.fulfilled, .rejected, .cancelled, .cancelled])
  }

  @Test func `paused, it starts none until it is resumed`() {
    let ends = Record<Number.Fulfill>()
    let members = (0..<2).map { _ in Number(paused: true) { _, fulfill, _, _ in ends.add(fulfill) } }
    let (first, resolver) = Number.pending()
    let all = Number.all([first, first.success { _ in members[0] }, members[1]], atMost: 1)

    #expect(ends.all.count == 1)
    all.pause()
    resolver.fulfill(1)
    #expect(ends.all.count == 1)
    all.resume()
    for end in ends.all { end(2) }

    #expect(all.settled == .fulfilled([1, 2, 2]))
  }

  @Test func `many that settle at once use no stack, and a retry begins again`() {
    let count = 10_000
    let tries = Record<Int>()

    let all = Number.all(0..<count, atMost: 3) { Number(value: $0) }
    let retried = Number.all(0..<2, atMost: 1) { index -> Number in
      tries.add(index)
      return tries.all.count < 4 && index == 1 ? Number(error: .lost) : Number(value: index)
    }
    .retry(3)

    #expect(all.settled == .fulfilled(Array(0..<count)))
    #expect(retried.settled == .fulfilled([0, 1]))
    #expect(tries.all == [0, 1, 0, 1])
  }

  @Test func `a closure that returns an outcome decides between a value, an error, and a cancel`() {
    let source = Number(value: 1)
    let cancelled = Number.pending().promise

    #expect(source.tryThen { _, _ in Outcome<Int, Mishap>.cancelled(.lost) }.settled == .cancelled(.lost))
    #expect(cancelled.tryRecover { $0.isCancelled ? Outcome($0) : .fulfilled(0) }.settled == .cancelled(nil))
    #expect(Number(error: .lost).tryRecover { $0.isCancelled ? Outcome($0) : .fulfilled(0) }.settled == .fulfilled(0))
    #expect(
      source.tryThen { value, _ in Outcome<String, Trouble>.fulfilled("\(value ?? 0)") }.settled == .fulfilled("1")
    )
  }

  @Test func `a closure that throws fails the promise, and may return a promise, which is followed`() {
    let source = Number(value: 1)

    #expect(source.tryMap { value throws(Mishap) in "\(value)" }.settled == .fulfilled("1"))
    #expect(source.tryMap { _ throws(Mishap) -> Int in throw .broken }.settled == .rejected(.broken))
    #expect(source.tryFlatMap { value throws(Mishap) in Text(value: "\(value)") }.settled == .fulfilled("1"))
    #expect(source.tryFlatMap { _ throws(Mishap) -> Text in throw .broken }.settled == .rejected(.broken))
  }

  @Test(
    arguments: [
      (1, nil, .fulfilled(1)), (nil, .lost, .rejected(.lost)), (1, .lost, .rejected(.lost)),
      (nil, nil, .cancelled(nil)),
    ] as [(Int?, Mishap?, Outcome<Int, Mishap>)]
  )
  func `a completion handler of a value and an error settles by its error first`(
    value: Int?,
    error: Mishap?,
    outcome: Outcome<Int, Mishap>
  ) {
    let (promise, resolver) = Number.pending()

    resolver.settle(value, error)

    #expect(promise.settled == outcome)
  }

  @Test func `an outcome can be created from a failure handler's arguments`() {
    #expect(Outcome<Int, Mishap>((.lost, false)) == .rejected(.lost))
    #expect(Outcome<Int, Mishap>((.lost, true)) == .cancelled(.lost))
    #expect(Outcome<Int, Mishap>((nil, true)) == .cancelled(nil))
    #expect(AllFailed(errors: [Mishap.lost]).errors == [.lost])
  }

  @Test func `an unhandled failure is reported, and a handled one isn't`() async {
    typealias Failing = Promise<Never, Int, Forgotten>
    let token = HandlerToken()
    let (reported, report) = AsyncStream.makeStream(of: Int.self)
    UnhandledFailures.observe(until: token) { error in
      if let error = error as? Forgotten { report.yield(error.number) }
    }

    do {
      Failing(error: Forgotten(number: 1)).failure { _, _ in }
      Failing(error: Forgotten(number: 2)).success { $0 }.recover { _, _ in 0 }
      Failing(error: Forgotten(number: 3)).success { $0 }.on(failure: { _ in })
      _ = Failing(error: Forgotten(number: 4)).mapError { _ in Mishap.lost }
      Failing { _, reject in reject(Forgotten(number: 5)) }.retry(1).success { $0 }
      _ = await Failing(error: Forgotten(number: 6)).outcome
      _ = Failing(error: Forgotten(number: 7)).settled
      _ = Failing.any([Failing(error: Forgotten(number: 8))])
      _ = Failing.allSettled([Failing(error: Forgotten(number: 9))])
      Failing.all([Failing(error: Forgotten(number: 10)), Failing(error: Forgotten(number: 11))]).failure { _, _ in }
      Failing(error: Forgotten(number: 12)).cancel()
      Failing(error: Forgotten(number: 100)).success { $0 }.on(success: { _ in }).success { $0 }
    }
    do { Failing.all([Failing(error: Forgotten(number: 200))]).success { $0 } }

    // They are reported from many threads, in any order.
    var numbers = Set<Int>()
    for await number in reported {
      numbers.insert(number)
      if numbers.isSuperset(of: [5, 12, 100, 200]) { break }
    }
    token.remove()
    #expect(numbers == [5, 12, 100, 200])
  }
}
