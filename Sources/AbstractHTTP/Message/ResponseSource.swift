/// Where a response came from.
///
/// ```swift
/// connection.use(.cache())
/// connection.addOnEnd { response, model, error in print(response?.source ?? .network) }   // network, and then cache
/// ```
public enum ResponseSource: Sendable, Hashable, CaseIterable {
  /// From the server, as a whole.
  case network
  /// From the cache, after the server said that it is still right.
  case revalidated
  /// From the cache, which had a fresh one; or none, and said so with 504.
  case cache
  /// From the cache, although it is not fresh any more.
  case stale
}
