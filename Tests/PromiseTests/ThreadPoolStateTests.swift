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
  private mutating func check(since taken: Int, isProcessorIdle: Bool) -> Answer {
    var wake = answer(state.check(since: taken, isProcessorIdle: isProcessorIdle))
    while wake == .new || wake == .thread { wake = answer(state.next(for: PoolThread(of: pool), after: nil).wake) }
    return wake
  }

  @Test mutating func `starts a thread for each processor, and then asks for one check`() {
    let answers = (0..<5).map { _ in add() }

    #expect(answers == [.new, .new, .check(2), .none, .none])
    #expect(state.threadCount == 2)
  }

  @Test(arguments: [(taken: 2, isIdle: false), (taken: 0, isIdle: true)])
  mutating func `starts more where the threads take nothing or leave the processors idle`(taken: Int, isIdle: Bool) {
    for _ in 0..<4 { _ = add() }

    let wake = state.check(since: taken, isProcessorIdle: isIdle)

    #expect(answer(wake) == .new)
    #expect(state.threadCount == 3)
  }

  @Test mutating func `starts no more while the threads take jobs and use the processors, and looks again`() {
    for _ in 0..<4 { _ = add() }

    let wake = state.check(since: 1, isProcessorIdle: false)

    #expect(answer(wake) == .check(2))
    #expect(state.threadCount == 2)
  }

  @Test mutating func `twice as many may work after each check that finds them blocked, up to the limit`() {
    for _ in 0..<100 { _ = add() }
    var counts: [Int] = []

    for _ in 0..<4 {
      _ = check(since: 0, isProcessorIdle: true)
      counts.append(state.threadCount)
    }

    #expect(counts == [4, 8, 8, 8])
  }

  @Test mutating func `asks for no check where all jobs are taken`() {
    for _ in 0..<2 { _ = add() }

    let wake = state.check(since: 2, isProcessorIdle: true)

    #expect(answer(wake) == .none)
  }

  @Test mutating func `a thread that is stuck at its job is replaced, though the others take jobs`() {
    for _ in 0..<100 { _ = add() }
    let other = PoolThread(of: pool)
    var counts: [Int] = []

    for round in 0..<5 {
      _ = check(since: 0, isProcessorIdle: false)
      _ = state.next(for: other, after: round)
      if round > 1 { _ = state.next(for: other, after: round) }
      counts.append(state.threadCount)
    }

    #expect(counts == [2, 3, 3, 3, 3])
  }

  @Test mutating func `fewer work again once the threads are no longer blocked`() {
    for _ in 0..<100 { _ = add() }
    for _ in 0..<3 { _ = check(since: 0, isProcessorIdle: true) }
    let blocked = state.threadCount
    var rounds = [0, 0, 1, 1, 2, 2, 2, 2]

    for _ in 0..<4 {
      _ = state.check(since: 0, isProcessorIdle: false)
      rounds = rounds.compactMap { last in
        let next = state.next(for: PoolThread(of: pool), after: last)
        return next.job.map { _ in next.round }
      }
    }

    #expect(blocked == 8)
    #expect(rounds.count == 2)
    #expect(state.idleCount == 6)
  }
}
