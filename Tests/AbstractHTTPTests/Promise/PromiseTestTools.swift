@testable import AbstractHTTP

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
