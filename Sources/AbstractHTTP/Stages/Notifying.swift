extension Stage where Input == Output {
  /// Calls a closure with the value, and passes the value on unchanged.
  ///
  /// - Parameters:
  ///   - name: The name in the printed pipeline: the name of the event.
  ///   - type: The type of the error if the closure throws, which stops the pipeline.
  ///   - notify: Receives the value.
  public static func notifying(
    _ name: String,
    failing type: ConnectionErrorType = .network,
    _ notify: @escaping @Sendable (Input) throws -> Void
  ) -> Self {
    Self(outline: .stage(name)) { value throws(ConnectionError) in
      do {
        try notify(value)
        return .finished(value)
      } catch {
        throw ConnectionError(type, thrown: error).carrying(from: value)
      }
    }
  }
}

extension ConnectionError {
  /// Returns the error with the request and the response of a pipeline's value, unless it already has them.
  func carrying(from value: any Sendable) -> ConnectionError {
    switch value {
    case let request as Request: carrying(request)
    case let response as Response: carrying(response.request, response)
    default: self
    }
  }
}
