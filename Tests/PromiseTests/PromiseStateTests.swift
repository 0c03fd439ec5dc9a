import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// A promise in a state, and both ends of it.
private struct Sample {
  let promise: Number
  var resolver: PromiseResolver<Int, Int, Mishap>?
  let heard = Record<String>()
  var reporter: Number.Report = { _ in }
  var executor: [String] { heard.all }
}

private enum Start: String, CaseIterable {
  case cold, paused, pausedWithValue, running, fulfilled, rejected, cancelled

  func make() -> Sample {
    guard self != .cold else { return Sample(promise: Number(paused: true) { _, fulfill, _, _ in fulfill(1) }) }
    let (promise, resolver) = Number.pending()
    switch self {
    case .paused: promise.pause()
    case .pausedWithValue:
      promise.pause()
      resolver.fulfill(1)
    case .fulfilled: resolver.fulfill(1)
    case .rejected: resolver.reject(.lost)
    case .cancelled: promise.cancel(error: .lost)
    case .running, .cold: break
    }
    return Sample(promise: promise, resolver: resolver)
  }
}

private enum Call: String, CaseIterable {
  case fulfill, reject, cancel, pause, resume, report, drop

  func act(on sample: inout Sample) {
    switch self {
    case .fulfill: sample.resolver?.fulfill(2)
    case .reject: sample.resolver?.reject(.broken)
    case .cancel: sample.promise.cancel(error: .broken)
    case .pause: sample.promise.pause()
    case .resume: sample.promise.resume()
    case .report: sample.resolver?.report(3)
    case .drop: sample.resolver = nil
    }
  }
}

/// What each call makes of each state: the state, and what a handler has heard of it.
private let table: [(start: Start, call: Call, state: PromiseState, heard: [String])] = [
  (.cold, .cancel, .cancelled, ["cancelled broken"]),
  (.cold, .pause, .paused, []),
  (.cold, .resume, .fulfilled, ["fulfilled 1"]),

  (.paused, .fulfill, .paused, []),
  (.paused, .reject, .paused, []),
  (.paused, .cancel, .cancelled, ["cancelled broken"]),
  (.paused, .pause, .paused, []),
  (.paused, .resume, .running, []),
  (.paused, .report, .paused, []),
  (.paused, .drop, .cancelled, ["cancelled"]),

  (.pausedWithValue, .fulfill, .paused, []),
  (.pausedWithValue, .reject, .paused, []),
  (.pausedWithValue, .cancel, .cancelled, ["cancelled broken"]),
  (.pausedWithValue, .pause, .paused, []),
  (.pausedWithValue, .resume, .fulfilled, ["fulfilled 1"]),
  (.pausedWithValue, .report, .paused, []),
  (.pausedWithValue, .drop, .paused, []),

  (.running, .fulfill, .fulfilled, ["fulfilled 2"]),
  (.running, .reject, .rejected, ["rejected broken"]),
  (.running, .cancel, .cancelled, ["cancelled broken"]),
  (.running, .pause, .paused, []),
  (.running, .resume, .running, []),
  (.running, .report, .running, ["progress 3"]),
  (.running, .drop, .cancelled, ["cancelled"]),

  (.fulfilled, .fulfill, .fulfilled, ["fulfilled 1"]),
  (.fulfilled, .reject, .fulfilled, ["fulfilled 1"]),
  (.fulfilled, .cancel, .fulfilled, ["fulfilled 1"]),
  (.fulfilled, .pause, .fulfilled, ["fulfilled 1"]),
  (.fulfilled, .resume, .fulfilled, ["fulfilled 1"]),
  (.fulfilled, .report, .fulfilled, ["fulfilled 1"]),
  (.fulfilled, .drop, .fulfilled, ["fulfilled 1"]),

  (.rejected, .fulfill, .rejected, ["rejected lost"]),
  (.rejected, .reject, .rejected, ["rejected lost"]),
  (.rejected, .cancel, .rejected, ["rejected lost"]),
  (.rejected, .pause, .rejected, ["rejected lost"]),
  (.rejected, .resume, .rejected, ["rejected lost"]),
  (.rejected, .report, .rejected, ["rejected lost"]),
  (.rejected, .drop, .rejected, ["rejected lost"]),

  (.cancelled, .fulfill, .cancelled, ["cancelled lost"]),
  (.cancelled, .reject, .cancelled, ["cancelled lost"]),
  (.cancelled, .cancel, .cancelled, ["cancelled lost"]),
  (.cancelled, .pause, .cancelled, ["cancelled lost"]),
  (.cancelled, .resume, .cancelled, ["cancelled lost"]),
  (.cancelled, .report, .cancelled, ["cancelled lost"]),
  (.cancelled, .drop, .cancelled, ["cancelled lost"]),
]

@Suite struct PromiseStateTests {
  @Test(arguments: table.indices) func `each call on each state`(row: Int) {
    let (start, call, state, heard) = table[row]
    var sample = start.make()
    listen(to: sample)

    call.act(on: &sample)

    #expect(sample.promise.state == state, "\(start), \(call)")
    #expect(sample.heard.all == heard, "\(start), \(call)")
    withExtendedLifetime(sample) {}
  }

  @Test func `the table has a row for each call on each state that it can be made on`() {
    let possible = Start.allCases.flatMap { start in Call.allCases.map { (start, $0) } }
      .filter { start, call in start != .cold || [.cancel, .pause, .resume].contains(call) }

    #expect(possible.count == table.count)
    #expect(Set(table.map { "\($0.start) \($0.call)" }) == Set(possible.map { "\($0) \($1)" }))
  }

  private func listen(to sample: Sample) {
    let heard = sample.heard
    sample.promise
      .progress { _, new in heard.add("progress \(new)") }
      .on(
        success: { heard.add("fulfilled \($0)") },
        failure: { error, isCancelled in
          let words = [isCancelled ? "cancelled" : "rejected", error.map { "\($0)" }]
          heard.add(words.compactMap { $0 }.joined(separator: " "))
        }
      )
  }
}
