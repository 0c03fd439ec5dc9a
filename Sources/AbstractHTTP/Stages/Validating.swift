extension Stage where Input == Response, Output == Response {
  /// Passes a response on if a spec accepts it.
  ///
  /// Otherwise, fails with `.invalidResponse` and a ``Rejection`` or the spec's error.
  public static func validating(by spec: some ResponseSpec) -> Self {
    Self(outline: .stage("validate")) { response throws(ConnectionError) in
      do {
        try spec.check(response)
        return .finished(response)
      } catch {
        throw ConnectionError(.invalidResponse, thrown: error).carrying(response.request, response)
      }
    }
  }

  /// Passes a response on if a closure returns `true`.
  ///
  /// Otherwise, fails with `.invalidResponse` and a ``Rejection``.
  public static func validating(_ isValid: @escaping @Sendable (Response) -> Bool) -> Self {
    Self(outline: .stage("validate")) { response throws(ConnectionError) in
      guard isValid(response) else { throw ConnectionError(Rejection(invalid: response), of: response) }
      return .finished(response)
    }
  }

  /// Passes a response on if its status is in a range.
  ///
  /// Otherwise, fails with `.invalidResponse` and a ``Rejection``.
  public static func accepting(_ statuses: Range<Int>) -> Self {
    validating { statuses.contains($0.statusCode) }.named("accept(\(statuses))")
  }
}

extension ConnectionError {
  /// Creates the error of an invalid response.
  init(_ rejection: Rejection, of response: Response) {
    self.init(.invalidResponse, nativeError: rejection, response: response)
  }
}
