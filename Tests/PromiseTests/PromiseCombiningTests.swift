import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(1))) struct PromiseCombiningTests {
  private let pending = (0..<3).map { _ in Number.pending() }
  private var promises: [Number] { pending.map(\.promise) }

  @Test func `all has the values in input order, and reports completed and total`() {
    let all = Number.all(promises)
    let heard = Record<GroupProgress>()
    all.progress { _, new in heard.add(new) }

    for index in [2, 0, 1] { pending[index].resolver.fulfill(index) }

    #expect(all.settled == .fulfilled([0, 1, 2]))
    #expect(heard.all == (1...3).map { GroupProgress(completed: $0, total: 3) })
  }

  @Test func `on the first failure all cancels the rest outright`() {
    promises[2].on()
    let all = Number.all(promises)

    pending[0].resolver.fulfill(0)
    pending[1].resolver.reject(.lost)

    #expect(all.settled == .rejected(.lost))
    #expect(promises.map(\.state) == [.fulfilled, .rejected, .cancelled])
  }

  @Test func `any has the first value, and cancels the rest`() {
    let any = Number.any(promises)

    pending[0].resolver.reject(.lost)
    pending[1].resolver.fulfill(1)

    #expect(any.settled == .fulfilled(1))
    #expect(promises[2].state == .cancelled)
  }

  @Test func `any fails with every error in order`() {
    let any = Number.any(promises)

    pending[2].resolver.reject(.numbered(2))
    pending[0].resolver.cancel()
    pending[1].resolver.reject(.numbered(1))

    #expect(any.settled == .rejected(AllFailed(errors: [nil, .numbered(1), .numbered(2)])))
  }

  @Test func `some returns the values of the fulfilled promises, in input order`() {
    let some = Number.some(promises)

    pending[2].resolver.fulfill(2)
    pending[1].resolver.reject(.lost)
    pending[0].resolver.fulfill(0)

    #expect(some.settled == .fulfilled([0, 2]))
  }

  @Test func `race settles as the first promise does, and cancels the others`() {
    let race = Number.race(promises)

    pending[1].resolver.reject(.lost)

    #expect(race.settled == .rejected(.lost))
    #expect(promises.map(\.state) == [.cancelled, .rejected, .cancelled])
  }

  @Test func `of nothing: all and some fulfil, any fails with no errors, race is cancelled`() {
    #expect(Number.all([]).settled == .fulfilled([]))
    #expect(Number.some([]).settled == .fulfilled([]))
    #expect(Number.any([]).settled == .rejected(AllFailed(errors: [])))
    #expect(Number.race([]).settled == .cancelled(nil))
  }

  @Test func `cancelling a group cancels its members`() {
    let all = Number.all(promises)

    all.cancel(error: .lost)

    #expect(promises.map(\.settled) == Array(repeating: .cancelled(.lost), count: 3))
  }

  @Test func `cancelling any, whose error is of another type, cancels its members without an error`() {
    let any = Number.any(promises)

    any.cancel(error: AllFailed(errors: []))

    #expect(promises.map(\.settled) == Array(repeating: .cancelled(nil), count: 3))
  }

  @Test func `resuming a group starts members that were not started`() {
    let group = Number.all((0..<2).map { index in Number(paused: true) { _, fulfill, _, _ in fulfill(index) } })

    group.resume()

    #expect(group.settled == .fulfilled([0, 1]))
  }

  @Test func `resuming a group starts its members in their order, so that the first wins a race`() {
    let started = Record<Int>()
    let members = (0..<3).map { index in
      Number(paused: true) { _, fulfill, _, _ in
        started.add(index)
        fulfill(index)
      }
    }
    let derived = Number.race([members[0].success { $0 }, members[1], members[2].retry(1)])

    derived.resume()

    #expect(derived.settled == .fulfilled(0))
    #expect(started.all == [0])
  }

  @Test func `a paused member that comes first wins against one that was never started`() {
    let (first, resolver) = Number.pending()
    let race = Number.race([first, Number(paused: true) { _, fulfill, _, _ in fulfill(2) }])

    first.pause()
    resolver.fulfill(1)
    race.resume()

    #expect(race.settled == .fulfilled(1))
  }

  @Test func `zip has values of different types`() {
    let (text, textResolver) = Text.pending()
    let zipped = Promise.zip(text, promises[0], Promise<Never, Double, Mishap>(value: 0.5))

    pending[0].resolver.fulfill(1)
    textResolver.fulfill("one")

    let value = zipped.settled?.value
    #expect(value?.0 == "one")
    #expect(value?.1 == 1)
    #expect(value?.2 == 0.5)
  }

  @Test func `zip fails with the first failure, and cancels the rest`() {
    let (text, openEnd) = Text.pending()
    let zipped = Promise.zip(text, promises[0])

    pending[0].resolver.reject(.lost)

    #expect(zipped.settled?.errorInfo?.error == .lost)
    #expect(text.state == .cancelled)
    withExtendedLifetime(openEnd) {}
  }

  @Test func `once a group has ended, members that settle later count no more`() {
    let lost = Number(error: .lost)

    #expect(Promise.zip(lost, Text(value: "late")).settled?.errorInfo?.error == .lost)
    #expect(Number.all([lost, Number(value: 1)]).settled == .rejected(.lost))
  }

  @Test func `a group is retried as a whole`() {
    let tries = Record<Int>()
    let flaky = Number { _, fulfill, reject, _ in
      tries.add(1)
      if tries.all.count < 3 { reject(.lost) } else { fulfill(tries.all.count) }
    }

    let group = Number.all([Number(value: 1), flaky]).retry(5)

    #expect(group.settled == .fulfilled([1, 3]))
  }
}
