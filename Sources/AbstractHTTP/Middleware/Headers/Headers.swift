extension Middleware {
  /// Adds headers to every request that does not have them.
  ///
  /// ```swift
  /// ConnectionConfig.shared.middleware = [.headers(["User-Agent": "MyApp/2.1"])]
  /// ```
  ///
  /// Once for the call, without suspending. A name or a value that cannot be sent fails with `.invalidRequest`.
  public static func headers(_ headers: HTTPHeaders) -> Middleware {
    Middleware("headers") { $0.addingHeaders(headers) }
  }
}

extension Stage where Input == Request {
  /// Adds headers to every request that does not have them, before this stage gets it.
  ///
  /// Fails with `.invalidRequest` if a name or a value cannot be sent.
  public func addingHeaders(_ headers: HTTPHeaders) -> Self {
    Stage<Request, Request>("addHeaders", failing: .invalidRequest) { request in
      var request = request
      request.headers = headers.merging(request.headers)
      try request.validate()
      return request
    }
    .then(self)
  }
}
