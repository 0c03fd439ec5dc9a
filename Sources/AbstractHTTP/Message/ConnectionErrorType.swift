/// The step in which a connection failed.
///
/// More types may be added, so a `switch` needs a `default`. A spec may throw a type, as in `throw
/// ConnectionErrorType.parse`, which becomes the type of the connection's error.
public struct ConnectionErrorType: Error, Hashable, CustomStringConvertible {
  /// The name of the type in logs: `invalidResponse`.
  public let description: String

  /// Creates a type for a custom stage.
  public init(_ name: String) { description = name }

  /// The URL of the spec can't be used.
  public static let invalidURL = ConnectionErrorType("invalidURL")
  /// The request can't be created from the spec, or can't be sent as it is, or a file of it can't be opened.
  public static let invalidRequest = ConnectionErrorType("invalidRequest")
  /// The exchange with the server failed. ``ConnectionError/nativeError`` has the cause, usually a `URLError`.
  public static let network = ConnectionErrorType("network")
  /// A response listener or ``ResponseSpec/validate(response:)`` rejected the response.
  public static let invalidResponse = ConnectionErrorType("invalidResponse")
  /// ``ResponseSpec/parseResponse(response:)`` couldn't create a model from the response.
  public static let parse = ConnectionErrorType("parse")
  /// A response listener rejected the model.
  public static let validation = ConnectionErrorType("validation")
  /// The connection was cancelled.
  public static let cancelled = ConnectionErrorType("cancelled")

  /// The connection was cancelled.
  @available(*, deprecated, renamed: "cancelled")
  public static let canceled = cancelled

  /// The types that the library uses.
  static let all = [invalidURL, invalidRequest, network, invalidResponse, parse, validation, cancelled]
}
