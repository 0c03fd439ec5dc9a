extension Stage where Input == Response, Output == Response {
  /// Lets a response through if a spec finds it valid.
  ///
  /// Fails with `.invalidResponse` and ``Rejection`` otherwise.
  public static func validating(by spec: some ResponseSpec) -> Self {
    Self(outline: .stage("validate")) { response throws(ConnectionError) in
      if let rejection = spec.rejection(of: response) { throw ConnectionError(rejection, of: response) }
      return .finished(response)
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
