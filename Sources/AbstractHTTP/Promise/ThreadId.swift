import Foundation

/// Which thread this is.
struct ThreadId: Hashable, Sendable {
  private let bits: UInt

  /// The thread that asks.
  static var current: ThreadId {
    // NB: a thread is a pointer on Apple's systems and a number on Linux, both of this size.
    ThreadId(bits: withUnsafeBytes(of: pthread_self()) { $0.loadUnaligned(as: UInt.self) })
  }
}
