import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Response {
  /// The response as the transport knows it: what a connector sets, otherwise the system's `HTTPURLResponse`.
  ///
  /// ```swift
  /// let native = response.nativeResponse as? HTTPURLResponse
  /// ```
  ///
  /// The system's response is created each time it's asked for, from the status, the headers and the address; it is `nil` if no address is
  /// known. A connector that has a richer one sets it, and middleware hands it on. It isn't compared, nor kept by a cache.
  public var nativeResponse: (any Sendable)? {
    get { setNative ?? HTTPURLResponse(self) }
    set { setNative = newValue }
  }
}
