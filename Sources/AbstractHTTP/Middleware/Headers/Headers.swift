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

  /// Adds options to every request that doesn't have them.
  ///
  /// ```swift
  /// let client = Client(baseURL: "https://api.example.com") { $0.use(.options(RequestOptions(RedirectPolicy.sameOrigin))) }
  /// ```
  ///
  /// Once for the call, without suspending. A connector that can't honor an option fails the request: see ``RequestOption``.
  public static func options(_ options: RequestOptions) -> Middleware {
    Middleware(
      "options",
      running: { request, next throws(ConnectionError) in
        var request = request
        request.options.add(options)
        return try next.run(request)
      }
    )
  }
}
