import Foundation
import Testing

@testable import AbstractHTTP

struct FlightTableTests {
  private let task = Task<Void, Never> {}
  private let begin: FlightTable.Begin = { _ in Response() }

  private func key() throws -> FlightKey {
    let request = Request(url: try URL(http: "http://h.test/"))
    return try #require(FlightKey(request, ignoring: HeaderNames([])))
  }

  private func seat(_ boarding: FlightTable.Boarding) -> FlightSeat {
    switch boarding {
    case .leading(let seat): seat
    case .following(let seat, _, _): seat
    }
  }

  @Test func `a task of a flight that everybody has left is to be cancelled`() throws {
    var table = FlightTable()
    let leader = seat(table.board(try key(), begin))

    _ = table.leave(leader)
    let isAwaited = table.keep(Answer<Response>(), of: leader)
    let isKept = table.keep(task, of: leader)

    #expect(!isAwaited && !isKept)
    #expect(table.count == 0)
  }

  @Test func `a leader gets the answer of a flight that lands before its task is known`() throws {
    var table = FlightTable()
    let leader = seat(table.board(try key(), begin))
    let answer = Answer<Response>()

    let isAwaited = table.keep(answer, of: leader)
    let answers = table.land(leader).answers
    let isKept = table.keep(task, of: leader)

    #expect(isAwaited && !isKept)
    #expect(answers.count == 1 && answers.first === answer)
  }

  @Test func `what the leader held is let go when the last transfer has ended`() throws {
    final class Transfer: HTTPExchange { func cancel() {} }
    var table = FlightTable()
    let leader = seat(table.board(try key(), begin))
    let (hold, transfer) = (Hold(), Transfer())
    table.begin(hold, of: leader)
    table.begin(transfer, of: leader)
    _ = table.hold(true, by: leader)

    let isToBeTold = table.end(transfer, of: leader)

    #expect(isToBeTold)
    #expect(table.course(of: leader)?.isHeld == false)
  }

  @Test func `a leader who left early waits no longer, and the task goes on for the others`() throws {
    var table = FlightTable()
    let leader = seat(table.board(try key(), begin))
    let follower = seat(table.board(try key(), begin))

    let first = table.leave(leader)
    let isAwaited = table.keep(Answer<Response>(), of: leader)
    let isKept = table.keep(task, of: leader)
    let last = table.leave(follower)

    #expect(first.task == nil && first.answer == nil)
    #expect(!isAwaited && isKept)
    #expect(last.task == task)
  }

  @Test func `a seat in a flight that is over has no say in the next one`() throws {
    var table = FlightTable()
    let old = seat(table.board(try key(), begin))
    _ = table.land(old)
    let new = seat(table.board(try key(), begin))

    let leaving = table.leave(old)
    let answers = table.land(old).answers

    #expect(leaving.task == nil && answers.isEmpty)
    #expect(table.count == 1)
    #expect(new.flight != old.flight)
  }

  @Test func `those who waited for a cancelled flight form one, led by the first, in the same step`() throws {
    var table = FlightTable()
    let (old, first, second) = (
      seat(table.board(try key(), begin)), seat(table.board(try key(), begin)), seat(table.board(try key(), begin))
    )
    _ = table.keep(Answer<Response>(), of: old)

    let landing = table.land(old, wasCancelled: true)
    let late = seat(table.board(try key(), begin))
    let all = table.land(try #require(landing.next?.seat))

    #expect(landing.answers.count == 1)
    #expect(landing.next?.seat.number == first.number)
    #expect([first, second, late].allSatisfy { $0.flight == old.flight })
    #expect(all.answers.count == 3 && all.next == nil)
    #expect(table.count == 0)
  }

  @Test func `the leader of a cancelled flight has no say in the one that follows it`() throws {
    var table = FlightTable()
    let old = seat(table.board(try key(), begin))
    _ = table.board(try key(), begin)
    let new = try #require(table.land(old, wasCancelled: true).next?.seat)
    let isKept = table.keep(task, of: new)

    let leaving = table.leave(old)
    table.begin(Hold(), of: old)
    let isToBeTold = table.hold(true, by: old)
    let landing = table.land(old)

    #expect(isKept && !isToBeTold)
    #expect(leaving.task == nil && landing.answers.isEmpty && landing.next == nil)
    #expect(table.course(of: new)?.transfers.isEmpty == true)
    #expect(table.leave(new).task == task)
  }
}
