import AbstractHTTP
import Dispatch
import Measuring
import NIOCore

/// Many promises, many threads, and tasks that wait.
func measureTogether(_ table: Table) async {
  table.heading("Many at once")
  await all(table, 1_000)
  await contended(table, 1_000)
  await awaiting(table)
}

private func all(_ table: Table, _ members: Int) async {
  await table.row(
    "all of \(members), a member",
    times: 100,
    units: members,
    .ours {
      let pending = (0..<members).map { _ in Number.pending() }
      let all = Number.all(pending.map(\.promise))
      for (index, end) in pending.enumerated() { end.resolver.fulfill(index) }
      consume(all)
    },
    .nio {
      let pending = (0..<members).map { _ in loop.makePromise(of: Int.self) }
      let all = EventLoopFuture.whenAllSucceed(pending.map(\.futureResult), on: loop)
      for (index, end) in pending.enumerated() { end.succeed(index) }
      consume(all)
    }
  )
}

private func contended(_ table: Table, _ handlers: Int) async {
  await table.row(
    "two threads attach \(handlers) handlers each to one promise, a handler",
    times: 50,
    units: handlers * 2,
    .ours {
      let (promise, resolver) = Number.pending()
      DispatchQueue.concurrentPerform(iterations: 2) { _ in
        for _ in 0..<handlers { promise.on(success: { consume($0) }) }
      }
      resolver.fulfill(1)
    },
    Contestant("NIO") { times in
      for _ in 0..<times {
        let promise = loop.makePromise(of: Int.self)
        DispatchQueue.concurrentPerform(iterations: 2) { _ in
          for _ in 0..<handlers { promise.futureResult.whenSuccess { consume($0) } }
        }
        try? await loop.submit { promise.succeed(1) }.get()
      }
    }
  )
}

private func awaiting(_ table: Table) async {
  await table.row(
    "await of something settled",
    times: 100_000,
    aim: .ratio(2, to: "Task"),
    Contestant("AbstractHTTP") { times in
      let promise = Number(value: 1)
      for _ in 0..<times { consume(await promise.outcome) }
    },
    Contestant("NIO") { times in
      let future = loop.makeSucceededFuture(1)
      for _ in 0..<times { consume(try? await future.get()) }
    },
    Contestant("Task") { times in
      let task = Task { 1 }
      for _ in 0..<times { consume(await task.value) }
    }
  )
  await table.row(
    "await of something that another task settles",
    times: 20_000,
    Contestant("AbstractHTTP") { times in
      for _ in 0..<times {
        let (promise, resolver) = Number.pending()
        Task { resolver.fulfill(1) }
        consume(await promise.outcome)
      }
    },
    Contestant("NIO") { times in
      for _ in 0..<times {
        let promise = loop.makePromise(of: Int.self)
        Task { promise.succeed(1) }
        consume(try? await promise.futureResult.get())
      }
    },
    Contestant("continuation") { times in
      for _ in 0..<times {
        consume(
          await withCheckedContinuation { continuation in
            Task { continuation.resume(returning: 1) }
          }
        )
      }
    }
  )
}
