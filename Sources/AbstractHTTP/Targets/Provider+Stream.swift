extension Provider {
  /// Sends a target, and takes the body while it arrives.
  ///
  /// ```swift
  /// github.request(.feed).success { (stream: ResponseStream) in print(stream.head.statusCode) }
  /// ```
  ///
  /// - Returns: The promise of the stream, which is kept at the head of the response. The connection ends with the stream.
  @discardableResult
  @_disfavoredOverload
  public func request(
    _ target: Target,
    as model: ResponseStream.Type = ResponseStream.self
  ) -> ConnectionPromise<ResponseStream> {
    connection(for: target, as: model).start()
  }

  /// A connection of a target, to be started, whose model is the body while it arrives.
  public func connection(for target: Target, as model: ResponseStream.Type) -> Connection<ResponseStream> {
    connection(for: target) { $0.bodyStream }
  }
}
