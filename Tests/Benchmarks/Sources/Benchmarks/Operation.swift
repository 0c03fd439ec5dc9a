import AbstractHTTP
import LifecycleBenchmarks
import Measuring

private typealias Number = Promise<Never, Int, any Error>

/// What is counted by the instruction: each does something so many times.
enum Operation {
  static let all: [String: @Sendable (_ times: Int) async -> Void] = [
    "settled": { times in
      for _ in 0..<(times / links) {
        var last = Number(value: 0)
        for _ in 0..<links { last = last.map { $0 &+ 1 } }
        consume(last)
      }
    },
    "pending": { times in
      for _ in 0..<(times / links) {
        let (promise, resolver) = Number.pending()
        var last = promise
        for _ in 0..<links { last = last.map { $0 &+ 1 } }
        resolver.fulfill(0)
        consume(last)
      }
    },
    "await": { times in
      let promise = Number(value: 1)
      for _ in 0..<times { consume(try? await promise.value) }
    },
    "task": { times in
      let task = Task { 1 }
      for _ in 0..<times { consume(await task.value) }
    },
    "cancel": { times in
      let (promise, resolver) = Number.pending()
      for derived in (0..<times).map({ _ in promise.success { $0 &+ 1 } }) { derived.cancel() }
      consume(resolver)
    },
    "remove": { times in
      let (promise, resolver) = Number.pending()
      let tokens = (0..<times).map { _ in HandlerToken() }
      for token in tokens { promise.on(until: token, success: { consume($0) }) }
      for token in tokens { token.remove() }
      consume(resolver)
    },
    "queued": LifecycleBenchmarks.queued,
    "connection": LifecycleBenchmarks.library,
    "five": LifecycleBenchmarks.throughFive,
    "by hand": LifecycleBenchmarks.byHand,
  ]

  /// The links of a chain.
  private static let links = 100
}
