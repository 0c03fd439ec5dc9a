import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// A stage that a property test makes up.
enum Made: Sendable, Hashable {
  case adding(Int)
  case yielding(Int)
  case callingBack(Int)
  case callingBackLater(Int)
  case failing(ConnectionErrorType)
  case failingLater(ConnectionErrorType)
  case identity

  static func list(_ random: inout Generator) -> [Made] {
    (0..<Int.random(in: 1...7, using: &random)).map { index in
      let type = ConnectionErrorType.all[Int.random(in: 0..<ConnectionErrorType.all.count, using: &random)]
      switch Int.random(in: 0..<14, using: &random) {
      case 0...3: return .adding(index + 1)
      case 4...5: return .yielding(index + 1)
      case 6...7: return .callingBack(index + 1)
      case 8...9: return .callingBackLater(index + 1)
      case 10: return .failing(type)
      case 11: return .failingLater(type)
      default: return .identity
      }
    }
  }

  /// Whether a pipeline suspends here; `nil` if it goes on.
  var suspends: Bool? {
    switch self {
    case .adding, .callingBack, .identity: nil
    case .yielding, .callingBackLater, .failingLater: true
    case .failing: false
    }
  }

  /// A stage that notes each time it runs.
  func stage(_ record: Record<String>) -> Stage<Int, Int> {
    switch self {
    case .adding(let number):
      return Stage("add(\(number))") { input in
        record.add("add(\(number)) to \(input)")
        return input * 2 + number
      }
    case .yielding(let number):
      return Stage("yield(\(number))") { input async in
        await Task.yield()
        record.add("yield(\(number)) to \(input)")
        return input * 3 + number
      }
    case .callingBack(let number):
      return Stage("call(\(number))") { input, complete in
        record.add("call(\(number)) with \(input)")
        complete(.success(input - number))
        return {}
      }
    case .callingBackLater(let number):
      return Stage("later(\(number))") { input, complete in
        record.add("later(\(number)) with \(input)")
        let task = Task { complete(.success(input + number)) }
        return { task.cancel() }
      }
    case .failing(let type):
      return Stage("fail(\(type))", failing: type) { input in
        record.add("fail(\(type)) with \(input)")
        throw Mishap.numbered(input)
      }
    case .failingLater(let type):
      return Stage("failLater(\(type))", failing: type) { (input: Int) async throws in
        await Task.yield()
        record.add("failLater(\(type)) with \(input)")
        throw Mishap.numbered(input)
      }
    case .identity:
      return .identity
    }
  }
}

/// What can be seen of a run.
struct Seen: Equatable {
  var output: Int?
  var type: ConnectionErrorType?
  var cause: Mishap?
  var effects: [String]
  var description: String
  var mermaid: String
  var isSuspended: Bool

  /// Runs the stages, once they are joined.
  init(_ made: [Made], joined join: ([Stage<Int, Int>]) -> Stage<Int, Int>) async {
    let record = Record<String>()
    let stage = join(made.map { $0.stage(record) })
    description = stage.description
    mermaid = Pipeline(stage).mermaid
    isSuspended = false
    do throws(ConnectionError) {
      let step = try stage.run(1)
      if case .suspended = step { isSuspended = true }
      output = try await step.output
    } catch {
      type = error.type
      cause = error.nativeError as? Mishap
    }
    effects = record.all
  }
}
