extension Provider {
  /// Sends a target, and returns the body as a stream while it arrives.
  ///
  /// ```swift
  /// github.request(.feed).success { (stream: ResponseStream) in print(stream.head.statusCode) }
  /// ```
  ///
  /// - Returns: A promise of the stream, fulfilled when the head of the response arrives. The connection ends with the
  ///   stream.
  @discardableResult
  @_disfavoredOverload
  public func request(
    _ target: Target,
    as model: ResponseStream.Type = ResponseStream.self
  ) -> ConnectionPromise<ResponseStream> {
    connection(for: target, as: model).start()
  }

  /// Returns a connection for a target, without starting it. Its model is the body as a stream while it arrives.
  public func connection(for target: Target, as model: ResponseStream.Type) -> Connection<ResponseStream> {
    connection(for: target) { $0.bodyStream }
  }
}
