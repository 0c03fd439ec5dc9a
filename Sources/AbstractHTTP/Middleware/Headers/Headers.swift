extension Middleware {
  /// Adds headers to every request that does not have them.
  ///
  /// ```swift
  /// ConnectionConfig.shared.middleware = [.headers(["User-Agent": "MyApp/2.1"])]
  /// ```
  ///
  /// Once for the call, without suspending. A name or a value that cannot be sent fails with `.invalidRequest`.
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
