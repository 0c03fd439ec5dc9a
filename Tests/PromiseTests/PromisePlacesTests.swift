import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// A place to run handlers on, and each operator's form for it: a closure that notes where it ran.
private struct Place: Sendable {
  typealias Form = @Sendable (_ promise: Number, _ note: @escaping @Sendable () -> Void) -> Promise<Int, Int, Mishap>

  let isHere: @Sendable () -> Bool
  let forms: [String: Form]
}

private let queue: DispatchQueue = {
  let queue = DispatchQueue(label: "handlers")
  queue.setSpecific(key: queueKey, value: true)
  return queue
}()
private let queueKey = DispatchSpecificKey<Bool>()

private let onQueue: [String: Place.Form] = [
  "success": { promise, note in
    promise.success(on: queue) { value -> Int in
      note(); return value
    }
  },
  "success to a promise": { promise, note in
    promise.success(on: queue) { value -> Number in
      note(); return Number(value: value)
    }
  },
  "map": { promise, note in
    promise.map(on: queue) { value in
      note(); return value
    }
  },
  "flatMap": { promise, note in
    promise.flatMap(on: queue) { value in
      note(); return Number(value: value)
    }
  },
  "trySuccess": { promise, note in
    promise.trySuccess(on: queue) { value -> Result<Int, Mishap> in
      note(); return .success(value)
    }
  },
  "trySuccess throwing": { promise, note in
    promise.trySuccess(on: queue) { value throws(Mishap) in
      note(); return value
    }
  },
  "tryMap": { promise, note in
    promise.tryMap(on: queue) { value throws(Mishap) in
      note(); return value
    }
  },
  "tryFlatMap": { promise, note in
    promise.tryFlatMap(on: queue) { value throws(Mishap) in
      note(); return Number(value: value)
    }
  },
  "failure": { promise, note in promise.failure(on: queue) { _, _ in note() } },
  "failure to a promise": { promise, note in
    promise.failure(on: queue) { _, _ -> Number in
      note(); return Number(value: 7)
    }
  },
  "recover": { promise, note in
    promise.recover(on: queue) { _, _ in
      note(); return 7
    }
  },
  "tryRecover": { promise, note in
    promise.tryRecover(on: queue) { _ -> Result<Int, Mishap> in
      note(); return .success(7)
    }
  },
  "tryRecover to an outcome": { promise, note in
    promise.tryRecover(on: queue) { info -> Outcome<Int, Mishap> in
      note(); return Outcome(info)
    }
  },
  "tryRecover throwing": { promise, note in
    promise.tryRecover(on: queue) { _ throws(Mishap) in
      note(); return 7
    }
  },
  "then": { promise, note in
    promise.then(on: queue) { _, _ -> Int in
      note(); return 7
    }
  },
  "then to a promise": { promise, note in
    promise.then(on: queue) { _, _ -> Number in
      note(); return Number(value: 7)
    }
  },
  "tryThen": { promise, note in
    promise.tryThen(on: queue) { _, _ -> Result<Int, Mishap> in
      note(); return .success(7)
    }
  },
  "tryThen to an outcome": { promise, note in
    promise.tryThen(on: queue) { _, _ -> Outcome<Int, Mishap> in
      note(); return .fulfilled(7)
    }
  },
  "tryThen throwing": { promise, note in
    promise.tryThen(on: queue) { _, _ throws(Mishap) in
      note(); return 7
    }
  },
  "mapError": { promise, note in
    promise.mapError(on: queue) { error in
      note(); return error
    }
  },
  "finally": { promise, note in promise.finally(on: queue) { note() } },
]

private actor Store {
  nonisolated let executor = StoreExecutor()

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
}

/// An executor on a queue that knows itself.
private final class StoreExecutor: SerialExecutor {
  static let key = DispatchSpecificKey<Bool>()
  private let queue = DispatchQueue(label: "store")

  init() { queue.setSpecific(key: Self.key, value: true) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func checkIsolated() {}
}

private let store = Store()

private let onActor: [String: Place.Form] = [
  "success": { promise, note in
    promise.success(on: store) { _, value -> Int in
      note(); return value
    }
  },
  "success to a promise": { promise, note in
    promise.success(on: store) { _, value -> Number in
      note(); return Number(value: value)
    }
  },
  "map": { promise, note in
    promise.map(on: store) { _, value in
      note(); return value
    }
  },
  "flatMap": { promise, note in
    promise.flatMap(on: store) { _, value in
      note(); return Number(value: value)
    }
  },
  "trySuccess": { promise, note in
    promise.trySuccess(on: store) { _, value -> Result<Int, Mishap> in
      note(); return .success(value)
    }
  },
  "trySuccess throwing": { promise, note in
    promise.trySuccess(on: store) { _, value throws(Mishap) in
      note(); return value
    }
  },
  "tryMap": { promise, note in
    promise.tryMap(on: store) { _, value throws(Mishap) in
      note(); return value
    }
  },
  "tryFlatMap": { promise, note in
    promise.tryFlatMap(on: store) { _, value throws(Mishap) in
      note(); return Number(value: value)
    }
  },
  "failure": { promise, note in promise.failure(on: store) { _, _, _ in note() } },
  "failure to a promise": { promise, note in
    promise.failure(on: store) { _, _, _ -> Number in
      note(); return Number(value: 7)
    }
  },
  "recover": { promise, note in
    promise.recover(on: store) { _, _, _ in
      note(); return 7
    }
  },
  "tryRecover": { promise, note in
    promise.tryRecover(on: store) { _, _, _ -> Result<Int, Mishap> in
      note(); return .success(7)
    }
  },
  "tryRecover to an outcome": { promise, note in
    promise.tryRecover(on: store) { _, error, isCancelled -> Outcome<Int, Mishap> in
      note()
      return Outcome((error, isCancelled))
    }
  },
  "tryRecover throwing": { promise, note in
    promise.tryRecover(on: store) { _, _, _ throws(Mishap) in
      note(); return 7
    }
  },
  "then": { promise, note in
    promise.then(on: store) { _, _, _ -> Int in
      note(); return 7
    }
  },
  "then to a promise": { promise, note in
    promise.then(on: store) { _, _, _ -> Number in
      note(); return Number(value: 7)
    }
  },
  "tryThen": { promise, note in
    promise.tryThen(on: store) { _, _, _ -> Result<Int, Mishap> in
      note(); return .success(7)
    }
  },
  "tryThen to an outcome": { promise, note in
    promise.tryThen(on: store) { _, _, _ -> Outcome<Int, Mishap> in
      note(); return .fulfilled(7)
    }
  },
  "tryThen throwing": { promise, note in
    promise.tryThen(on: store) { _, _, _ throws(Mishap) in
      note(); return 7
    }
  },
  "mapError": { promise, note in
    promise.mapError(on: store) { _, error in
      note(); return error
    }
  },
  "finally": { promise, note in promise.finally(on: store) { _ in note() } },
]

private let onMain: [String: Place.Form] = [
  "success": { promise, note in
    promise.success(on: MainActor.self) { value -> Int in
      note(); return value
    }
  },
  "success to a promise": { promise, note in
    promise.success(on: MainActor.self) { value -> Number in
      note(); return Number(value: value)
    }
  },
  "map": { promise, note in
    promise.map(on: MainActor.self) { value in
      note(); return value
    }
  },
  "flatMap": { promise, note in
    promise.flatMap(on: MainActor.self) { value in
      note(); return Number(value: value)
    }
  },
  "trySuccess": { promise, note in
    promise.trySuccess(on: MainActor.self) { value -> Result<Int, Mishap> in
      note(); return .success(value)
    }
  },
  "trySuccess throwing": { promise, note in
    promise.trySuccess(on: MainActor.self) { value throws(Mishap) in
      note(); return value
    }
  },
  "tryMap": { promise, note in
    promise.tryMap(on: MainActor.self) { value throws(Mishap) in
      note(); return value
    }
  },
  "tryFlatMap": { promise, note in
    promise.tryFlatMap(on: MainActor.self) { value throws(Mishap) in
      note(); return Number(value: value)
    }
  },
  "failure": { promise, note in promise.failure(on: MainActor.self) { _, _ in note() } },
  "failure to a promise": { promise, note in
    promise.failure(on: MainActor.self) { _, _ -> Number in
      note(); return Number(value: 7)
    }
  },
  "recover": { promise, note in
    promise.recover(on: MainActor.self) { _, _ in
      note(); return 7
    }
  },
  "tryRecover": { promise, note in
    promise.tryRecover(on: MainActor.self) { _ -> Result<Int, Mishap> in
      note(); return .success(7)
    }
  },
  "tryRecover to an outcome": { promise, note in
    promise.tryRecover(on: MainActor.self) { info -> Outcome<Int, Mishap> in
      note(); return Outcome(info)
    }
  },
  "tryRecover throwing": { promise, note in
    promise.tryRecover(on: MainActor.self) { _ throws(Mishap) in
      note(); return 7
    }
  },
  "then": { promise, note in
    promise.then(on: MainActor.self) { _, _ -> Int in
      note(); return 7
    }
  },
  "then to a promise": { promise, note in
    promise.then(on: MainActor.self) { _, _ -> Number in
      note(); return Number(value: 7)
    }
  },
  "tryThen": { promise, note in
    promise.tryThen(on: MainActor.self) { _, _ -> Result<Int, Mishap> in
      note(); return .success(7)
    }
  },
  "tryThen to an outcome": { promise, note in
    promise.tryThen(on: MainActor.self) { _, _ -> Outcome<Int, Mishap> in
      note(); return .fulfilled(7)
    }
  },
  "tryThen throwing": { promise, note in
    promise.tryThen(on: MainActor.self) { _, _ throws(Mishap) in
      note(); return 7
    }
  },
  "mapError": { promise, note in
    promise.mapError(on: MainActor.self) { error in
      note(); return error
    }
  },
  "finally": { promise, note in promise.finally(on: MainActor.self) { note() } },
]

private let places: [String: Place] = [
  "queue": Place(isHere: { DispatchQueue.getSpecific(key: queueKey) == true }, forms: onQueue),
  "actor": Place(isHere: { DispatchQueue.getSpecific(key: StoreExecutor.key) == true }, forms: onActor),
  // The compiler and the library's own check see to it that a closure of the main actor runs there.
  "main": Place(isHere: { true }, forms: onMain),
]

@Suite(.timeLimit(.minutes(1))) struct PromisePlacesTests {
  @Test(arguments: places.keys.sorted(), onQueue.keys.sorted())
  func `a handler runs in its place, and only for its settlements`(place: String, name: String) async throws {
    let place = try #require(places[place])
    let make = try #require(place.forms[name])
    let heard = Record<String>()

    for promise in [Number(value: 7), Number(error: .lost)] {
      let words = promise.state == .fulfilled ? "fulfilled" : "rejected"
      _ = await make(promise) { heard.add("\(words) \(place.isHere())") }.outcome
    }

    let isForFailures = ["failure", "recover", "tryRecover", "mapError"].contains { name.hasPrefix($0) }
    let isForAll = ["then", "tryThen", "finally"].contains { name.hasPrefix($0) }
    let expected =
      isForAll ? ["fulfilled true", "rejected true"] : [isForFailures ? "rejected true" : "fulfilled true"]
    #expect(heard.all == expected)
  }

  @Test(arguments: places.keys.sorted())
  func `each place has a form of every operator`(place: String) {
    #expect(places[place]?.forms.keys.sorted() == onQueue.keys.sorted())
  }

  @Test func `handlers that make no promise run on a queue and on an actor, until their token is removed`() async {
    let (promise, resolver) = Number.pending()
    let counting = Counting()
    let heard = Record<String>()
    let token = HandlerToken()
    promise.on(queue, success: { heard.add("\($0) \(DispatchQueue.getSpecific(key: queueKey) == true)") })
    promise.progress(on: queue) { _, new in heard.add("progress \(new)") }
    promise.on(counting, success: { counting, value in counting.hear("\(value)") })
    promise.progress(on: counting) { counting, _, new in counting.hear("progress \(new)") }
    promise.on(queue, until: token, success: { _ in heard.add("removed") })
    promise.on(counting, until: token, success: { counting, _ in counting.hear("removed") })
    let last = promise.success(on: queue) { _ in }.success(on: counting) { _, _ in }

    resolver.report(1)
    token.remove()
    resolver.fulfill(2)
    _ = await last.outcome

    #expect(heard.all == ["progress 1", "2 true"])
    #expect(await Set(counting.heard) == ["progress 1", "2"])
  }
}
