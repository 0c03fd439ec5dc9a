extension Stage where Input == Response, Output == Response {
  /// Lets a response through if a spec finds it valid.
  ///
  /// Fails with `.invalidResponse` and ``Rejection`` otherwise.
  public static func validating(by spec: some ResponseSpec) -> Self {
    Self(outline: .stage("validate")) { response throws(ConnectionError) in
      guard spec.validate(response: response) else { throw ConnectionError(invalid: response, by: spec) }
      return .finished(response)
    }
  }

  /// Lets a response through if the closure says so.
  ///
  /// Fails with `.invalidResponse` and ``Rejection`` otherwise.
  public static func validating(_ isValid: @escaping @Sendable (Response) -> Bool) -> Self {
    Self(outline: .stage("validate")) { response throws(ConnectionError) in
      guard isValid(response) else { throw ConnectionError(invalid: response) }
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
  /// What a spec that finds a response invalid fails with.
  init(invalid response: Response, by spec: (any ResponseSpec)? = nil) {
    let target = (spec as? any TargetBound)?.target ?? spec as? any TargetType
    let rejection = target?.validationType.rejection(of: response) ?? Rejection(invalid: response)
    self.init(.invalidResponse, nativeError: rejection, response: response)
  }
}

/// A response or a model was refused: by whom, and why where that is known.
public struct Rejection: Error, CustomStringConvertible {
  /// Who refused it: `validate`, or the type of the listener.
  public let by: String
  /// Why, if that is known.
  public let reason: String?

  /// Says who refused, and why.
  public init(by: String, because reason: String? = nil) {
    self.by = by
    self.reason = reason
  }

  /// Says that a response was not valid, by its status.
  init(invalid response: Response) { self.init(by: "validate", because: "status \(response.statusCode)") }

  /// Who refused it, and why.
  public var description: String { "refused by \(by)" + (reason.map { ": \($0)" } ?? "") }
}
