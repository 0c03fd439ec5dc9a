import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Response {
  /// The transport's own response: the one that a connector sets, otherwise the system's `HTTPURLResponse`.
  ///
  /// ```swift
  /// let native = response.nativeResponse as? HTTPURLResponse
  /// ```
  ///
  /// The system's response is created on each access, from the status, the headers, and the address; it is `nil`
  /// without an address. A connector with a richer response can set it, and middleware passes it on. It isn't compared,
  /// and a cache doesn't store it.
  public var nativeResponse: (any Sendable)? {
    get { setNative ?? HTTPURLResponse(self) }
    set { setNative = newValue }
  }
}
