extension Middleware {
  /// Adds headers to every request that doesn't have them.
  ///
  /// ```swift
  /// ConnectionConfig.shared.middleware = [.headers(["User-Agent": "MyApp/2.1"])]
  /// ```
  ///
  /// It runs once for the call, without suspending. If a name or a value can't be sent, the call fails with
  /// `.invalidRequest`.
  ///
  /// - Parameter headers: The headers to add.
  public static func headers(_ headers: HTTPHeaders) -> Middleware {
    Middleware(
      "headers",
      running: { request, next throws(ConnectionError) in
        var request = request
        request.headers = headers.merging(request.headers)
        do {
          try request.validate()
        } catch {
          throw ConnectionError(.invalidRequest, nativeError: error, request: request)
        }
        return try next.run(request)
      }
    )
  }
}
