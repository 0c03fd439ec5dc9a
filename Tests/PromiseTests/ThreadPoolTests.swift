import AbstractHTTPTesting
import Dispatch
import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(5)))
struct ThreadPoolTests {
  private let valve = Valve()
  private let done = Record<Int>()

  /// Does something in the pool, and waits until it is done.
  private func run(_ pool: ThreadPool, _ work: @escaping @Sendable () -> Void = {}) async {
    await withCheckedContinuation { continuation in
      pool.submit {
        work()
        continuation.resume()
      }
    }
  }

  @Test func `has no thread before it has work`() async {
    let pool = ThreadPool(limit: 3)

    let before = pool.threadCount
    await run(pool)

    #expect(before == 0)
    #expect(pool.threadCount == 1)
  }

  @Test func `has as many threads as are blocked, up to the limit, and then work waits`() async throws {
    let pool = ThreadPool(limit: 3)
    defer { valve.open() }
    for number in 0..<5 {
      pool.submit { [valve, done] in
        valve.pass()
        done.add(number)
      }
    }

    try await valve.holds(3)
    let (threads, ended) = (pool.threadCount, done.all)
    valve.open()
    await run(pool)

    #expect(threads == 3)
    #expect(ended == [])
    #expect(pool.threadCount == 3)
  }

  @Test func `work that waits for a thread is done in the order of its arrival`() async throws {
    let pool = ThreadPool(limit: 1)
    defer { valve.open() }
    pool.submit { [valve] in valve.pass() }

    try await valve.holds(1)
    for number in 0..<100 { pool.submit { [done] in done.add(number) } }
    valve.open()
    await run(pool)

    #expect(done.all == Array(0..<100))
  }

  @Test func `no thread is started while one waits for work`() async throws {
    let pool = ThreadPool(limit: 64)

    for _ in 0..<100 {
      await run(pool)
      while pool.idleCount == 0 { await Task.yield() }
    }

    #expect(pool.threadCount == 1)
  }

  @Test func `threads end that have no work for some time`() async {
    let pool = ThreadPool(limit: 3, idleTime: .milliseconds(1))

    await run(pool)
    while pool.threadCount > 0 { await Task.yield() }
    await run(pool)
    while pool.threadCount > 0 { await Task.yield() }
  }

  @Test func `much work from many threads is all done`() async {
    let pool = ThreadPool(limit: 4, idleTime: .microseconds(50))
    let count = 20_000

    await withTaskGroup { group in
      for start in 0..<4 {
        group.addTask {
          for number in stride(from: start, to: count, by: 4) { pool.submit { [done] in done.add(number) } }
        }
      }
    }
    while done.all.count < count { await Task.yield() }

    #expect(done.all.sorted() == Array(0..<count))
    #expect(pool.threadCount <= 4)
  }

  @Test func `tasks and their children run on its threads`() async {
    let pool = ThreadPool(limit: 2)

    let places = await Task(executorPreference: pool) {
      async let child = pool.isCurrent
      let before = pool.isCurrent
      await Task.yield()
      return [before, pool.isCurrent, await child]
    }
    .value

    #expect(places == [true, true, true])
    #expect(!pool.isCurrent)
  }

  @Test func `handed-over work continues on the same thread`() async {
    let pool = ThreadPool(limit: 64)
    let threads = Record<ThreadId>()

    await withCheckedContinuation { continuation in
      pool.submit {
        threads.add(.current)
        ThreadPool.handingOver {
          pool.submit {
            threads.add(.current)
            continuation.resume()
          }
        }
      }
    }

    #expect(threads.all.count == 2)
    #expect(Set(threads.all).count == 1)
    #expect(pool.threadCount == 1)
  }

  @Test func `handed-over work does not wait for a blocked thread if another one is free`() async throws {
    let pool = ThreadPool(limit: 2)
    defer { valve.open() }
    pool.submit { [valve, done] in
      ThreadPool.handingOver { pool.submit { done.add(1) } }
      valve.pass()
    }

    try await valve.holds(1)
    await run(pool) { [done] in done.add(2) }

    #expect(done.all == [1, 2])
  }

  @Test func `work handed over in the first part of a task is done while the thread continues with other work`()
    async
  {
    let pool = ThreadPool(limit: 2)

    let isDone = await withCheckedContinuation { continuation in
      pool.submit {
        let (answer, done) = (OneShot<Void>(), DispatchSemaphore(value: 0))
        _ = pool.startingHere {
          Task(executorPreference: pool) {
            ThreadPool.handingOver { pool.submit { done.signal() } }
            _ = await answer.awaited()
          }
        }
        continuation.resume(returning: done.wait(timeout: .now() + 5) == .success)
        answer.give(.success(()))
      }
    }

    #expect(isDone)
  }
}
