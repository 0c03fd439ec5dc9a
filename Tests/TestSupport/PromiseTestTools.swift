import Foundation
import AbstractHTTP

/// The error of these tests.
enum Mishap: Error, Equatable {
  case lost
  case broken
  case numbered(Int)
}

/// Another one, where the types must differ.
struct Trouble: Error, Equatable {
  var text = "trouble"
}

/// What was heard, in order, from whatever thread.
final class Record<Element: Sendable>: Sendable {
  private let list = Locked<[Element]>([])

  var all: [Element] { list.withLock { $0 } }

  func add(_ element: Element) { list.withLock { $0.append(element) } }
}

typealias Text = Promise<Int, String, Mishap>
typealias Number = Promise<Int, Int, Mishap>

/// How much the heavy tests do: little by default, all of it with `PROMISE_LOAD=full`.
enum Load {
  private static let isFull = ProcessInfo.processInfo.environment["PROMISE_LOAD"] == "full"

  static let chain = isFull ? 1_000_000 : 20_000
  static let races = isFull ? 20_000 : 2_000
  static let rounds = isFull ? 100_000 : 2_000
}
