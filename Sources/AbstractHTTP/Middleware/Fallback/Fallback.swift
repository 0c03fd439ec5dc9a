extension Middleware {
  /// Answers with a response of one's own where none came.
  ///
  /// ```swift
  /// connection.use(.fallback(to: Response(data: Data("[]".utf8))))
  /// connection.use(.fallback(to: offline, statuses: [503]) { error in error.type == .network })
  /// ```
  ///
  /// It is outside everything but `.observe` and middleware of your own: it answers when retries, waits and refreshes have come to nothing. What it
  /// answers is validated and parsed like any other response. Never for a cancel, and not for a response that a spec refuses.
  /// Does not suspend where what it wraps does not.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - statuses: The statuses that are failures, too; none by default.
  ///   - isCovered: Whether to answer in place of an error; always, by default. The error of a status is `.invalidResponse`,
  ///     with the response.
  public static func fallback(
    to response: Response,
    statuses: Set<Int> = [],
    when isCovered: @escaping @Sendable (ConnectionError) -> Bool = { _ in true }
  ) -> Middleware {
    fallback(statuses: statuses, when: isCovered) { _ in response }
  }

  /// Answers with a response that is made of the error where none came. See ``fallback(to:statuses:when:)``.
  ///
  /// ```swift
  /// connection.use(.fallback { error in try archive.response(to: error.request) })
  /// ```
  ///
  /// - Parameters:
  ///   - statuses: The statuses that are failures, too; none by default.
  ///   - isCovered: Whether to answer in place of an error; always, by default.
  ///   - respond: Makes the response. What it throws is the call's failure, of type `.network`; a ``ConnectionError`` as it is.
  public static func fallback(
    statuses: Set<Int> = [],
    when isCovered: @escaping @Sendable (ConnectionError) -> Bool = { _ in true },
    respond: @escaping @Sendable (ConnectionError) throws -> Response
  ) -> Middleware {
    fallback(statuses, isCovered, to: Stage("respond", respond))
  }

  /// Answers with a response that is waited for. See ``fallback(to:statuses:when:)``.
  public static func fallback(
    statuses: Set<Int> = [],
    when isCovered: @escaping @Sendable (ConnectionError) -> Bool = { _ in true },
    respond: @escaping @Sendable (ConnectionError) async throws -> Response
  ) -> Middleware {
    fallback(statuses, isCovered, to: Stage("respond", respond))
  }

  private static func fallback(
    _ statuses: Set<Int>,
    _ isCovered: @escaping @Sendable (ConnectionError) -> Bool,
    to fallback: Stage<ConnectionError, Response>
  ) -> Middleware {
    Middleware(
      "fallback",
      slot: .fallback,
      running: { request, next throws(ConnectionError) in
        try next.following(request) { result throws(ConnectionError) in
          guard let error = result.failure(statuses)?.carrying(request), error.type != .cancelled, isCovered(error)
          else {
            return .finished(try result.get())
          }
          request.report(.fallingBack(error))
          return try fallback.run(error)
        }
      }
    )
  }
}

extension Result<Response, ConnectionError> {
  /// The error, also of a response whose status is one.
  fileprivate func failure(_ statuses: Set<Int>) -> ConnectionError? {
    switch self {
    case .success(let response):
      statuses.contains(response.statusCode) ? ConnectionError(Rejection(invalid: response), of: response) : nil
    case .failure(let error): error
    }
  }
}
