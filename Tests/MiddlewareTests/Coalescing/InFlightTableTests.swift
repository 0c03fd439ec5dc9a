import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct InFlightTableTests {
  private let task = Task<Void, Never> {}
  private let begin: InFlightTable.Begin = { _ in Response() }

  private func key() throws -> CoalescingKey {
    let request = Request(url: try URL(http: "http://h.test/"))
    return try #require(CoalescingKey(request, ignoring: HeaderNames([])))
  }

  private func waiter(_ joining: InFlightTable.Joining) -> Waiter {
    switch joining {
    case .leading(let waiter): waiter
    case .following(let waiter, _, _): waiter
    }
  }

  @Test func `the task of an exchange without waiters is cancelled`() throws {
    var table = InFlightTable()
    let leader = waiter(table.join(try key(), begin))

    _ = table.leave(leader)
    let isAwaited = table.keep(OneShot<Response>(), of: leader)
    let isKept = table.keep(task, of: leader)

    #expect(!isAwaited && !isKept)
    #expect(table.count == 0)
  }

  @Test func `a leader gets the answer of a flight that lands before its task is known`() throws {
    var table = InFlightTable()
    let leader = waiter(table.join(try key(), begin))
    let answer = OneShot<Response>()

    let isAwaited = table.keep(answer, of: leader)
    let answers = table.complete(leader).answers
    let isKept = table.keep(task, of: leader)

    #expect(isAwaited && !isKept)
    #expect(answers.count == 1 && answers.first === answer)
  }

  @Test func `the leader's hold ends with the last transfer`() throws {
    final class Transfer: HTTPExchange { func cancel() {} }
    var table = InFlightTable()
    let leader = waiter(table.join(try key(), begin))
    let (hold, transfer) = (PauseSignal(), Transfer())
    table.begin(hold, of: leader)
    table.begin(transfer, of: leader)
    _ = table.hold(true, by: leader)

    let isToBeTold = table.end(transfer, of: leader)

    #expect(isToBeTold)
    #expect(table.course(of: leader)?.isHeld == false)
  }

  @Test func `a leader that left early stops waiting, and the task continues for the others`() throws {
    var table = InFlightTable()
    let leader = waiter(table.join(try key(), begin))
    let follower = waiter(table.join(try key(), begin))

    let first = table.leave(leader)
    let isAwaited = table.keep(OneShot<Response>(), of: leader)
    let isKept = table.keep(task, of: leader)
    let last = table.leave(follower)

    #expect(first.task == nil && first.answer == nil)
    #expect(!isAwaited && isKept)
    #expect(last.task == task)
  }

  @Test func `a waiter in a flight that is over has no say in the next one`() throws {
    var table = InFlightTable()
    let old = waiter(table.join(try key(), begin))
    _ = table.complete(old)
    let new = waiter(table.join(try key(), begin))

    let leaving = table.leave(old)
    let answers = table.complete(old).answers

    #expect(leaving.task == nil && answers.isEmpty)
    #expect(table.count == 1)
    #expect(new.entry != old.entry)
  }

  @Test func `waiters of a cancelled exchange form a new one, led by the first, in the same step`() throws {
    var table = InFlightTable()
    let (old, first, second) = (
      waiter(table.join(try key(), begin)), waiter(table.join(try key(), begin)), waiter(table.join(try key(), begin))
    )
    _ = table.keep(OneShot<Response>(), of: old)

    let completion = table.complete(old, wasCancelled: true)
    let late = waiter(table.join(try key(), begin))
    let all = table.complete(try #require(completion.next?.waiter))

    #expect(completion.answers.count == 1)
    #expect(completion.next?.waiter.number == first.number)
    #expect([first, second, late].allSatisfy { $0.entry == old.entry })
    #expect(all.answers.count == 3 && all.next == nil)
    #expect(table.count == 0)
  }

  @Test func `the leader of a cancelled exchange doesn't affect the next one`() throws {
    var table = InFlightTable()
    let old = waiter(table.join(try key(), begin))
    _ = table.join(try key(), begin)
    let new = try #require(table.complete(old, wasCancelled: true).next?.waiter)
    let isKept = table.keep(task, of: new)

    let leaving = table.leave(old)
    table.begin(PauseSignal(), of: old)
    let isToBeTold = table.hold(true, by: old)
    let completion = table.complete(old)

    #expect(isKept && !isToBeTold)
    #expect(leaving.task == nil && completion.answers.isEmpty && completion.next == nil)
    #expect(table.course(of: new)?.transfers.isEmpty == true)
    #expect(table.leave(new).task == task)
  }
}
