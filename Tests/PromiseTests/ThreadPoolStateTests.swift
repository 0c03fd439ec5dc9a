import Testing

@testable import AbstractHTTP

struct ThreadPoolStateTests {
  private var state = ThreadPoolState(limit: 8, width: 2)
  private let pool = ThreadPool(limit: 8, width: 2)

  private enum Answer: Equatable { case none, thread, new, check(Int) }

  private func answer(_ wake: ThreadPoolState.Wake) -> Answer {
    switch wake {
    case .none: .none
    case .thread: .thread
    case .new: .new
    case .check(let taken): .check(taken)
    }
  }

  /// Adds a job, and has each thread that is started take one.
  private mutating func add() -> Answer {
    let wake = answer(state.add(.work {}, wakes: true))
    if wake == .new { _ = state.next(for: PoolThread(of: pool), after: nil) }
    return wake
  }

  /// Checks the threads, and has each thread that is started or woken take a job.
  private mutating func check(since taken: Int, share: Double) -> Answer {
    var wake = answer(state.check(since: taken, processorShare: share))
    while wake == .new || wake == .thread { wake = answer(state.next(for: PoolThread(of: pool), after: nil).wake) }
    return wake
  }

  @Test mutating func `starts a thread for each processor, and then asks for one check`() {
    let answers = (0..<5).map { _ in add() }

    #expect(answers == [.new, .new, .check(2), .none, .none])
    #expect(state.threadCount == 2)
  }

  @Test(arguments: [(taken: 2, share: 1), (taken: 0, share: 0.2)])
  mutating func `starts more where the threads take nothing or leave the processors idle`(taken: Int, share: Double) {
    for _ in 0..<4 { _ = add() }

    let wake = state.check(since: taken, processorShare: share)

    #expect(answer(wake) == .new)
    #expect(state.threadCount == 3)
  }

  @Test mutating func `starts no more while the threads take jobs and use the processors, and looks again`() {
    for _ in 0..<4 { _ = add() }

    let wake = state.check(since: 1, processorShare: 0.5)

    #expect(answer(wake) == .check(2))
    #expect(state.threadCount == 2)
  }

  @Test mutating func `many more may work after each check that finds them blocked, up to the limit`() {
    for _ in 0..<100 { _ = add() }

    let wakes = (0..<4).map { _ in check(since: 0, share: 0) }

    #expect(wakes == [.check(4), .check(8), .check(8), .none])
    #expect(state.threadCount == 8)
  }

  @Test mutating func `asks for no check where all jobs are taken`() {
    for _ in 0..<2 { _ = add() }

    let wake = state.check(since: 2, processorShare: 0)

    #expect(answer(wake) == .none)
  }

  @Test mutating func `a thread that is stuck at its job is replaced, though the others take jobs`() {
    for _ in 0..<100 { _ = add() }
    let other = PoolThread(of: pool)
    var counts: [Int] = []

    for round in 0..<5 {
      _ = check(since: 0, share: 0.5)
      _ = state.next(for: other, after: round)
      if round > 1 { _ = state.next(for: other, after: round) }
      counts.append(state.threadCount)
    }

    #expect(counts == [2, 3, 3, 3, 3])
  }

  @Test(arguments: [(share: 1, count: 2), (share: 0.5, count: 6)])
  mutating func `fewer work again once the threads keep the processors busy`(share: Double, count: Int) {
    for _ in 0..<100 { _ = add() }
    for _ in 0..<2 { _ = check(since: 0, share: 0) }
    let blocked = state.threadCount
    var rounds = [0, 0, 1, 1, 2, 2, 2, 2]

    // As a check was asked for each time.
    for _ in 0..<4 {
      let wake = state.check(since: 0, processorShare: share)
      rounds = rounds.compactMap { last in
        let next = state.next(for: PoolThread(of: pool), after: last)
        return next.job.map { _ in next.round }
      }
      #expect(answer(wake) != .new)
    }

    #expect(blocked == 8)
    #expect(rounds.count == count)
    #expect(state.idleCount == 8 - count)
  }
}
