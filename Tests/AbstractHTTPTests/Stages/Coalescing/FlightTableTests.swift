import Foundation
import Testing

@testable import AbstractHTTP

struct FlightTableTests {
  private let task = Task<Void, Never> {}

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
    let leader = seat(table.board(try key()))

    _ = table.leave(leader)
    let isAwaited = table.keep(Answer<Response>(), of: leader)
    let isKept = table.keep(task, of: leader)

    #expect(!isAwaited && !isKept)
    #expect(table.count == 0)
  }

  @Test func `a leader gets the answer of a flight that lands before its task is known`() throws {
    var table = FlightTable()
    let leader = seat(table.board(try key()))
    let answer = Answer<Response>()

    let isAwaited = table.keep(answer, of: leader)
    let answers = table.land(leader)
    let isKept = table.keep(task, of: leader)

    #expect(isAwaited && !isKept)
    #expect(answers.count == 1 && answers.first === answer)
  }

  @Test func `what the leader held is let go when the last transfer has ended`() throws {
    final class Transfer: HTTPExchange { func cancel() {} }
    var table = FlightTable()
    let leader = seat(table.board(try key()))
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
    let leader = seat(table.board(try key()))
    let follower = seat(table.board(try key()))

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
    let old = seat(table.board(try key()))
    _ = table.land(old)
    let new = seat(table.board(try key()))

    let leaving = table.leave(old)
    let answers = table.land(old)

    #expect(leaving.task == nil && answers.isEmpty)
    #expect(table.count == 1)
    #expect(new.flight != old.flight)
  }
}
