import AbstractHTTP
import Measuring
import NIOCore
import OpenCombine

/// One promise: made, listened to, settled.
func measureSingle(_ table: Table) async {
  table.heading("One promise")
  await table.row(
    "create fulfilled",
    times: 100_000,
    .ours { consume(Number(value: 1)) },
    .nio { consume(loop.makeSucceededFuture(1)) },
    .combine { consume(Future<Int, Mishap> { $0(.success(1)) }) }
  )
  await table.row(
    "create, attach one handler, settle",
    times: 100_000,
    .ours {
      let (promise, resolver) = Number.pending()
      promise.on(success: { consume($0) })
      resolver.fulfill(1)
    },
    .nio {
      let promise = loop.makePromise(of: Int.self)
      promise.futureResult.whenSuccess { consume($0) }
      promise.succeed(1)
    },
    .combine {
      let subject = PassthroughSubject<Int, Mishap>()
      let handle = subject.sink(receiveCompletion: { _ in }, receiveValue: { consume($0) })
      subject.send(1)
      consume(handle)
    }
  )
  await table.row(
    "the same with an executor",
    times: 100_000,
    .ours { Number { _, fulfill, _, _ in fulfill(1) }.on(success: { consume($0) }) },
    .nio {
      let promise = loop.makePromise(of: Int.self)
      promise.succeed(1)
      promise.futureResult.whenSuccess { consume($0) }
    }
  )
}

/// What cannot be beaten.
func measureFloors(_ table: Table) async {
  table.heading("Floors")
  let double: @Sendable (Int) -> Int = { $0 &+ 1 }
  await table.row("a closure call", times: 1_000_000, .ours { consume(double(1)) })
  await table.row("Result.map", times: 1_000_000, .ours { consume(Result<Int, Mishap>.success(1).map(double)) })
  await table.row(
    "the value of a fresh Task",
    times: 20_000,
    Contestant("Task") { times in for _ in 0..<times { consume(await Task { 1 }.value) } }
  )
  await table.row(
    "withCheckedContinuation",
    times: 100_000,
    Contestant("continuation") { times in
      for _ in 0..<times { consume(await withCheckedContinuation { $0.resume(returning: 1) }) }
    }
  )
}
