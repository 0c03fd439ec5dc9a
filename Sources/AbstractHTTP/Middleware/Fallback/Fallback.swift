extension Middleware {
  /// Substitutes a fixed response for an error.
  ///
  /// ```swift
  /// connection.use(.fallback(to: Response(data: Data("[]".utf8))))
  /// connection.use(.fallback(to: offline, statuses: [503]) { error in error.type == .network })
  /// ```
  ///
  /// It is outside all middleware except `.observe` and custom ones, so it answers after retries, waits, and refreshes
  /// have failed. Its response is validated and parsed like any other. It doesn't apply to cancellations and to
  /// responses that a spec rejects. Completes synchronously if the wrapped stage does.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - statuses: The statuses that also count as failures. Defaults to none.
  ///   - isCovered: Whether to replace an error. Defaults to every error. The error for a status is `.invalidResponse`,
  ///     with the response.
  public static func fallback(
    to response: Response,
    statuses: Set<Int> = [],
    when isCovered: @escaping @Sendable (ConnectionError) -> Bool = { _ in true }
  ) -> Middleware {
    fallback(statuses: statuses, when: isCovered) { _ in response }
  }

  /// Substitutes a response that a closure creates from the error. See ``fallback(to:statuses:when:)``.
  ///
  /// ```swift
  /// connection.use(.fallback { error in try archive.response(to: error.request) })
  /// ```
  ///
  /// - Parameters:
  ///   - statuses: The statuses that also count as failures. Defaults to none.
  ///   - isCovered: Whether to replace an error. Defaults to every error.
  ///   - respond: Creates the response. If it throws, the call fails with `.network`, or with the ``ConnectionError``
  ///     that it throws.
  public static func fallback(
    statuses: Set<Int> = [],
    when isCovered: @escaping @Sendable (ConnectionError) -> Bool = { _ in true },
    respond: @escaping @Sendable (ConnectionError) throws -> Response
  ) -> Middleware {
    fallback(statuses, isCovered, to: Stage("respond", respond))
  }

  /// Substitutes a response that an `async` closure creates from the error. See ``fallback(to:statuses:when:)``.
  ///
  /// - Parameters:
  ///   - statuses: The statuses that also count as failures. Defaults to none.
  ///   - isCovered: Whether to replace an error. Defaults to every error.
  ///   - respond: Returns the response. If it throws, the call fails with `.network`, or with the ``ConnectionError``
  ///     that it throws.
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
  /// Returns the error, which may be a response with a failing status.
  fileprivate func failure(_ statuses: Set<Int>) -> ConnectionError? {
    switch self {
    case .success(let response):
      statuses.contains(response.statusCode) ? ConnectionError(Rejection(invalid: response), of: response) : nil
    case .failure(let error): error
    }
  }
}
