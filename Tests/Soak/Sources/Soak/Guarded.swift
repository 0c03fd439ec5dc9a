import Foundation

/// A value behind a lock that the thread sanitizer understands.
// NB: the compiler cannot see that `NSLock` guards the value.
final class Guarded<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<Output>(_ body: (inout Value) -> Output) -> Output {
    lock.withLock { body(&value) }
  }
}
