import AbstractHTTP
import Measuring
import NIOCore
import OpenCombine

/// Chains, counted by the link.
///
/// OpenCombine takes part in the short ones only: it overflows the stack when a chain of 1,000 is released.
func measureChains(_ table: Table) async {
  table.heading("Chains of values, a link")
  for links in [1, 10, 100, 1_000] {
    await settledBefore(table, links)
    await settledAfter(table, links)
  }
  table.heading("Chains of promises, a link")
  for links in [10, 1_000, 100_000, 1_000_000] { await flat(table, links) }
  table.heading("A failure, a link")
  await failing(table, 100)
}

private func settledBefore(_ table: Table, _ links: Int) async {
  await table.row(
    "success × \(links), settled before",
    times: 100_000 / links,
    units: links,
    aim: links == 100 ? .ratio(0.9, to: "NIO") : nil,
    .ours {
      var last = Number(value: 0)
      for _ in 0..<links { last = last.success { $0 &+ 1 } }
      consume(last)
    },
    .nio {
      var last = loop.makeSucceededFuture(0)
      for _ in 0..<links { last = last.map { $0 &+ 1 } }
      consume(last)
    },
    .combine(takesPart: links <= 100) {
      var last = Combined(Just(0).setFailureType(to: Mishap.self))
      for _ in 0..<links { last = Combined(last.map { $0 &+ 1 }) }
      consume(last.sink(receiveCompletion: { _ in }, receiveValue: { consume($0) }))
    }
  )
}

private func settledAfter(_ table: Table, _ links: Int) async {
  await table.row(
    "success × \(links), settled after",
    times: 100_000 / links,
    units: links,
    aim: links == 100 ? .ratio(0.9, to: "NIO") : nil,
    .ours {
      let (promise, resolver) = Number.pending()
      var last = promise
      for _ in 0..<links { last = last.success { $0 &+ 1 } }
      resolver.fulfill(0)
      consume(last)
    },
    .nio {
      let promise = loop.makePromise(of: Int.self)
      var last = promise.futureResult
      for _ in 0..<links { last = last.map { $0 &+ 1 } }
      promise.succeed(0)
      consume(last)
    },
    .combine(takesPart: links <= 100) {
      let subject = PassthroughSubject<Int, Mishap>()
      var last = Combined(subject)
      for _ in 0..<links { last = Combined(last.map { $0 &+ 1 }) }
      let handle = last.sink(receiveCompletion: { _ in }, receiveValue: { consume($0) })
      subject.send(0)
      consume(handle)
    }
  )
}

private func flat(_ table: Table, _ links: Int) async {
  await table.row(
    "success to a promise × \(links), settled after",
    times: max(1, 100_000 / links),
    units: links,
    .ours {
      let (promise, resolver) = Number.pending()
      var last = promise
      for _ in 0..<links { last = last.success { Number(value: $0 &+ 1) } }
      resolver.fulfill(0)
      consume(last)
    },
    .nio {
      let promise = loop.makePromise(of: Int.self)
      var last = promise.futureResult
      for _ in 0..<links { last = last.flatMap { loop.makeSucceededFuture($0 &+ 1) } }
      promise.succeed(0)
      consume(last)
    }
  )
}

private func failing(_ table: Table, _ links: Int) async {
  await table.row(
    "failure through \(links) success handlers",
    times: 100_000 / links,
    units: links,
    .ours {
      let (promise, resolver) = Number.pending()
      var last = promise
      for _ in 0..<links { last = last.success { $0 &+ 1 } }
      resolver.reject(Mishap())
      consume(last)
    },
    .nio {
      let promise = loop.makePromise(of: Int.self)
      var last = promise.futureResult
      for _ in 0..<links { last = last.map { $0 &+ 1 } }
      promise.fail(Mishap())
      consume(last)
    }
  )
}
