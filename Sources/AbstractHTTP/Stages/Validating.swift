extension Stage where Input == Response, Output == Response {
  /// Lets a response through if a spec finds it valid.
  ///
  /// Fails with `.invalidResponse` otherwise, and ``Rejection`` or what the spec threw.
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

  /// Lets a response through if the closure says so.
  ///
  /// Fails with `.invalidResponse` and ``Rejection`` otherwise.
  public static func validating(_ isValid: @escaping @Sendable (Response) -> Bool) -> Self {
    Self(outline: .stage("validate")) { response throws(ConnectionError) in
      guard isValid(response) else { throw ConnectionError(Rejection(invalid: response), of: response) }
      return .finished(response)
    }
  }

  /// Lets a response through if its status is accepted.
  ///
  /// Fails with `.invalidResponse` and ``Rejection`` otherwise.
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
