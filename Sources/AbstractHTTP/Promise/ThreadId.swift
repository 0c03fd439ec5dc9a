import Foundation

/// Identifies a thread.
struct ThreadId: Hashable, Sendable {
  private let bits: UInt

  /// The identifier of the calling thread.
  static var current: ThreadId {
    // NB: a thread is a pointer on Apple's systems and a number on Linux, both of which have this size.
    ThreadId(bits: withUnsafeBytes(of: pthread_self()) { $0.loadUnaligned(as: UInt.self) })
  }
}
