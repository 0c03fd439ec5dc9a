import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct StageTests {
  @Test func `a plain closure is a stage that does not suspend`() async throws {
    let stage = Stage<String, Int>("count") { $0.count }

    #expect(try await stage("four") == 4)
    #expect(try Pipeline(stage).runSynchronously("four") == 4)
    #expect("\(stage)" == "count")
  }

  @Test func `an async closure is a stage that suspends, also if the closure does not`() async throws {
    let stage = Stage<String, Int>("count") { text async in text.count }

    guard case .suspended(let rest) = try stage.run("four") else {
      Issue.record("it did not suspend")
      return
    }
    #expect(try await rest() == 4)
  }

  @Test(arguments: ConnectionErrorType.all)
  func `a stage's error has the stage's type`(type: ConnectionErrorType) async {
    let plain = Stage<Int, Int>("plain", failing: type) { _ in throw Mishap.broken }
    let waiting = Stage<Int, Int>("waiting", failing: type) { _ async throws in throw Mishap.broken }

    for stage in [plain, waiting] {
      let error = await #expect(throws: ConnectionError.self) { try await stage(1) }
      #expect(error?.type == type)
      #expect(error?.nativeError as? Mishap == .broken)
    }
  }

  @Test func `a stage without an error type fails with a network error`() async {
    let error = await #expect(throws: ConnectionError.self) {
      try await Stage<Int, Int>("plain") { _ in throw Mishap.broken }(1)
    }

    #expect(error?.type == .network)
  }

  @Test func `an error of ours passes a stage unchanged`() async {
    let inner = ConnectionError(.parse, nativeError: Mishap.lost, response: Response(statusCode: 201))
    let plain = Stage<Int, Int>("plain", failing: .validation) { _ in throw inner }
    let waiting = Stage<Int, Int>("waiting", failing: .validation) { _ async throws in throw inner }

    for stage in [plain, waiting] {
      let error = await #expect(throws: ConnectionError.self) { try await stage(1) }
      #expect(error?.type == .parse)
      #expect(error?.response?.statusCode == 201)
    }
  }

  @Test func `the innermost stage names the failure`() async {
    let inner = Stage<Int, Int>("inner", failing: .parse) { _ in throw Mishap.broken }
    let outer = Stage<Int, Int>("outer", failing: .validation) { input in try await inner(input) }

    let error = await #expect(throws: ConnectionError.self) { try await outer(1) }

    #expect(error?.type == .parse)
  }

  @Test func `a CancellationError is a cancel whatever the stage's type`() async {
    let stage = Stage<Int, Int>("giving up", failing: .parse) { _ in throw CancellationError() }

    let error = await #expect(throws: ConnectionError.self) { try await stage(1) }

    #expect(error?.type == .cancelled)
  }

  @Test func `an async stage does not begin in a task that was cancelled`() async {
    let record = Record<String>()
    let stage = Stage<Int, Int>("noting") { input async in
      record.add("begun")
      return input
    }

    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await Pipeline(stage).result(1)
    }

    await #expect(throws: ConnectionError.self) { try await task.value.get() }
    #expect(record.all.isEmpty)
  }

  @Test func `the identity passes on what it gets, and leaves no trace`() async throws {
    let stage = Stage<Int, Int>.identity

    #expect(try await stage(7) == 7)
    #expect("\(stage)".isEmpty)
  }

  @Test func `a stage by another name is one box, and does the same`() async throws {
    let stage = Stage<Int, Int>("a") { $0 + 1 }.then(Stage("b") { $0 * 2 }).named("ab")

    #expect("\(stage)" == "ab")
    #expect(try await stage(1) == 4)
  }
}
