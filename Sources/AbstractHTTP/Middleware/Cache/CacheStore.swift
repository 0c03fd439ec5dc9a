public import Foundation

/// Where a cache keeps its responses.
///
/// - Use a ``MemoryCache``, or a ``FileCache``.
/// - Write your own: a map from addresses to what is stored for each, and nothing else. What may be stored and given, for
///   how long and to whom, is decided before it is asked.
///
/// ```swift
/// import Synchronization
///
/// final class Shelf: CacheStore {
///   private let table = Mutex<[String: [StoredResponse]]>([:])
///
///   func responses(for url: String) -> [StoredResponse] { table.withLock { $0[url] ?? [] } }
///
///   func store(_ responses: [StoredResponse], for url: String) -> Bool {
///     table.withLock { $0[url] = responses.isEmpty ? nil : responses }
///     return true
///   }
///
///   func removeAll() { table.withLock { $0 = [:] } }
/// }
/// ```
///
/// Called from any thread, from many at once. What cannot be read is not there: nothing here fails.
public protocol CacheStore: Sendable {
  /// Whether it answers so quickly that any thread may wait for it, the main one too; `true` by default.
  ///
  /// Where it does not, a pipeline suspends before it asks.
  var isImmediate: Bool { get }

  /// What is stored for an address, the latest first; one for each variant.
  func responses(for url: String) -> [StoredResponse]

  /// Puts responses in the place of what is stored for an address; none removes it.
  ///
  /// - Returns: Whether the first of them is stored now. A store may drop whatever it has no room for.
  @discardableResult
  func store(_ responses: [StoredResponse], for url: String) -> Bool

  /// Removes everything.
  func removeAll()
}

extension CacheStore {
  /// `true`.
  public var isImmediate: Bool { true }

  /// Removes what is stored for an address, also what is on its way into the store.
  public func removeResponses(for url: URL) {
    guard let address = CacheAddress(url) else { return }
    (self as? any TrafficStore)?.writeGuard.invalidate(address.text)
    store([], for: address.text)
  }
}
