import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct PipelineTests {
  private let add = Stage<Int, Int>("add") { $0 + 1 }
  private let double = Stage<Int, Int>("double") { $0 * 2 }
  private let print = Stage<Int, String>("print") { "\($0)" }

  @Test func `joins the stages that are written one below the other`() async throws {
    let pipeline = Pipeline {
      add
      double
      print
    }

    #expect(try await pipeline(3) == "8")
    #expect("\(pipeline)" == "add → double → print")
  }

  @Test(arguments: [(true, "add → double → print", "8"), (false, "add → print", "4")])
  func `an if that does not hold is nothing`(holds: Bool, description: String, output: String) async throws {
    let pipeline = Pipeline {
      add
      if holds { double }
      print
    }

    #expect("\(pipeline)" == description)
    #expect(try await pipeline(3) == output)
  }

  @Test(arguments: [(true, "add → double → print", "8"), (false, "add → add → print", "5")])
  func `an if with an else is one or the other`(holds: Bool, description: String, output: String) async throws {
    let pipeline = Pipeline {
      add
      if holds {
        double
      } else {
        add
      }
      print
    }

    #expect("\(pipeline)" == description)
    #expect(try await pipeline(3) == output)
  }

  @Test func `a pipeline is a stage of another`() async throws {
    let inner = Pipeline {
      add
      double
    }

    let outer = Pipeline {
      inner
      if true { inner }
      print
    }

    #expect(try await outer(1) == "10")
    #expect("\(outer)" == "add → double → add → double → print")
  }

  @Test func `gives its failure as a value, or throws it`() async {
    let pipeline = Pipeline {
      add
      Stage<Int, Int>("fail", failing: .parse) { _ in throw Mishap.lost }
    }

    let result = await pipeline.result(1)
    let thrown = await #expect(throws: ConnectionError.self) { try await pipeline(1) }

    guard case .failure(let error) = result else {
      Issue.record("it did not fail")
      return
    }
    #expect(error.type == .parse)
    #expect(thrown?.type == .parse)
  }

  @Test func `runs here and now if no stage suspends`() throws {
    #expect(try Pipeline(add.then(print)).runSynchronously(1) == "2")
  }

  @Test func `a pipeline that suspends can't run synchronously, and later stages never begin`() async throws {
    let record = Record<String>()
    let released = Gate()

    let error = #expect(throws: ConnectionError.self) { try waiting(record, until: released).runSynchronously(1) }
    try await released.wait()

    #expect(error?.type == .invalidRequest)
    #expect(error?.nativeError is SuspendedPipeline)
    #expect(record.all.isEmpty)
  }

  /// A pipeline that suspends, and opens the gate once nobody can run it any more.
  private func waiting(_ record: Record<String>, until released: Gate) -> Pipeline<Int, Int> {
    let remains = Remains(released)
    return Pipeline {
      add
      Stage<Int, Int>("wait") { input async in
        withExtendedLifetime(remains) { record.add("begun") }
        return input
      }
      Stage.notifying("after") { (_: Int) in record.add("after") }
    }
  }

  @Test func `a pipeline that can't run synchronously cancels its work in progress`() async {
    let cancelled = Locked<CheckedContinuation<Void, Never>?>(nil)

    await withCheckedContinuation { continuation in
      cancelled.withLock { $0 = continuation }
      let pipeline = Pipeline(
        Stage<Int, Int>("endless") { _, complete in
          {
            cancelled.withLock { $0 }?.resume(); complete(.success(0))
          }
        }
      )
      _ = try? pipeline.runSynchronously(1)
    }

    #expect(cancelled.withLock { $0 } != nil)
  }
}

/// Opens a gate as it is released.
private final class Remains: Sendable {
  private let gate: Gate

  init(_ gate: Gate) { self.gate = gate }

  deinit { gate.open() }
}
