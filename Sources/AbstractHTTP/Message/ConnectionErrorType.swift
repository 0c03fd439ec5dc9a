/// Where in its life a connection failed.
public enum ConnectionErrorType: Sendable, Hashable, CaseIterable {
  /// The URL of the spec cannot be used.
  case invalidURL
  /// The request cannot be made of the spec, or cannot be sent as it is.
  case invalidRequest
  /// The exchange with the server failed; ``ConnectionError/nativeError`` says how, usually as a `URLError`.
  case network
  /// A response listener or ``ResponseSpec/validate(response:)`` refused the response.
  case invalidResponse
  /// ``ResponseSpec/parseResponse(response:)`` could not make a model of the response.
  case parse
  /// A response listener refused the model.
  case validation
  /// The connection was cancelled.
  case canceled
}
