/// How the model of a request's response is decoded, if its connection has options for that.
enum DecodingOptionsKey: RequestContextKey { typealias Value = DecodingOptions }

extension Response {
  /// How the connection that the response belongs to decodes models.
  var decoding: DecodingOptions { request?.context[DecodingOptionsKey.self] ?? DecodingOptions() }
}
