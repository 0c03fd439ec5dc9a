/// What a ``ParameterEncoding`` made of parameters, to be sent with a request.
public struct EncodedParameters: Sendable, Hashable {
  /// What is appended to the query of the URL; `nil` for nothing.
  public var query: URLQuery?

  /// What is sent after the headers, with its `Content-Type`, which is sent only where the headers name none; `nil` for nothing.
  public var body: RequestBody?

  /// Makes encoded parameters.
  public init(query: URLQuery? = nil, body: RequestBody? = nil) {
    self.query = query
    self.body = body
  }
}
