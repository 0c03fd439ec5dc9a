/// The decoding options of a request's connection, if it has any.
enum DecodingOptionsKey: RequestContextKey { typealias Value = DecodingOptions }

extension Response {
  /// The decoding options of the response's connection.
  var decoding: DecodingOptions { request?.context[DecodingOptionsKey.self] ?? DecodingOptions() }
}
