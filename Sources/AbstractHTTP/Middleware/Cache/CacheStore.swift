public import Foundation

/// A store for the responses of a cache.
///
/// - Use a ``MemoryCache``, or a ``FileCache``.
/// - Write your own, which maps each address to its stored responses. The cache decides what may be stored and
///   returned, for how long, and to whom, before it calls the store.
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
/// It is called from several threads at the same time. No method throws: an unreadable response counts as missing.
public protocol CacheStore: Sendable {
  /// Whether the store answers so quickly that any thread may wait for it, including the main thread. Defaults to
  /// `true`.
  ///
  /// If it is `false`, a pipeline suspends before it calls the store.
  var isImmediate: Bool { get }

  /// Returns the responses that are stored for an address, latest first, with one for each variant.
  func responses(for url: String) -> [StoredResponse]

  /// Replaces the responses for an address. An empty list removes them.
  ///
  /// - Returns: Whether the first response is stored now. A store may drop responses that it has no room for.
  @discardableResult
  func store(_ responses: [StoredResponse], for url: String) -> Bool

  /// Removes all responses.
  func removeAll()
}

extension CacheStore {
  /// By default, `true`: the store answers quickly.
  public var isImmediate: Bool { true }

  /// Removes the responses that are stored for an address, including those about to be stored.
  public func removeResponses(for url: URL) {
    guard let address = CacheAddress(url) else { return }
    (self as? any TrafficStore)?.writeGuard.invalidate(address.text)
    store([], for: address.text)
  }
}
