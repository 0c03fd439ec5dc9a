extension Stage where Input == Output {
  /// Shows what passes to somebody, and passes it on unchanged.
  ///
  /// - Parameters:
  ///   - name: What the printed pipeline calls it: the name of the event.
  ///   - type: What an error that is thrown becomes, which stops the pipeline.
  ///   - notify: Is shown what passes.
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
  /// The error with the request and the response that a pipeline passes on, if it carries none yet.
  func carrying(from value: any Sendable) -> ConnectionError {
    switch value {
    case let request as Request: carrying(request)
    case let response as Response: carrying(response.request, response)
    default: self
    }
  }
}
