extension HTTP {
  /// Sends the request, and returns the body as a stream while it arrives.
  ///
  /// ```swift
  /// let stream = try await HTTP("https://example.com/movies/1").fetchStream().value
  /// for try await piece in stream { print(piece.count) }
  /// ```
  ///
  /// - Returns: A promise of the stream, fulfilled when the head of the response arrives. The connection ends with the
  ///   stream.
  public func fetchStream() -> ConnectionPromise<ResponseStream> { fetchModel { $0.bodyStream } }

  /// Sends the request, and returns the body as a stream while it arrives; see ``fetchStream()``.
  ///
  /// - Parameter onSuccess: Called with the stream when the head of the response arrives, on the delivery thread.
  /// - Returns: The started connection.
  @discardableResult
  public func fetchStream(_ onSuccess: @escaping @Sendable (ResponseStream) -> Void) -> Connection<ResponseStream> {
    fetchModel(parse: { $0.bodyStream }, onSuccess)
  }

  /// Returns a connection for the body while it arrives, without starting it.
  func streamConnection() -> Connection<ResponseStream> { connection({ $0.bodyStream }, nil) }

  /// Sends the request, as ``fetchStream()`` does.
  public func asStream() -> ConnectionPromise<ResponseStream> { fetchStream() }

  /// Sends the request, as ``fetchStream(_:)`` does.
  @discardableResult
  public func asStream(_ onSuccess: @escaping @Sendable (ResponseStream) -> Void) -> Connection<ResponseStream> {
    fetchStream(onSuccess)
  }

  /// Reads the body line by line, and sends the request when the first line is requested; see
  /// ``ResponseStream/lines(limit:)``.
  ///
  /// ```swift
  /// for try await line in HTTP("https://example.com/log").lines() { print(line) }
  /// ```
  ///
  /// Each iterator makes a separate call, and cancels it when the iterator is released.
  ///
  /// - Parameter limit: The maximum size of a line in bytes; 1 MiB by default. A longer line fails with
  ///   ``LineTooLong``.
  public func lines(limit: Int = 1 << 20) -> FetchedElements<ResponseLines> {
    FetchedElements(http: self) { $0.lines(limit: limit) }
  }

  /// Reads a model from each line, and sends the request when the first model is requested; see
  /// ``ResponseStream/jsonLines(_:decoder:limit:)``.
  ///
  /// - Parameters:
  ///   - model: The type of the model. Defaults to the inferred type.
  ///   - options: The decoding options. Defaults to those of the call.
  ///   - limit: The maximum size of a line in bytes; 1 MiB by default. A longer line fails with ``LineTooLong``.
  public func jsonLines<Model: Decodable & Sendable>(
    _ model: Model.Type = Model.self,
    decoder options: DecodingOptions? = nil,
    limit: Int = 1 << 20
  ) -> FetchedElements<ResponseModels<Model>> {
    FetchedElements(http: self) { $0.jsonLines(model, decoder: options, limit: limit) }
  }
}

/// The elements of a response's body while it arrives. The request is sent when the first element is requested.
public struct FetchedElements<Elements: AsyncSequence & Sendable>: AsyncSequence, Sendable
where Elements.Failure == ConnectionError {
  /// The type of the elements.
  public typealias Element = Elements.Element

  let http: HTTP
  let elements: @Sendable (ResponseStream) -> Elements

  /// Starts a call.
  fileprivate func begin() async throws(ConnectionError) -> Elements {
    do {
      return elements(try await http.fetchStream().value)
    } catch {
      throw ConnectionError(.network, thrown: error)
    }
  }

  /// Creates an iterator with a separate call.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(sequence: self) }

  /// Makes a call, and reads its elements. Releasing the iterator cancels the call.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let sequence: FetchedElements
    private var elements: Elements.AsyncIterator?

    fileprivate init(sequence: FetchedElements) { self.sequence = sequence }

    /// Returns the next element, waiting for it if necessary; `nil` at the end.
    public mutating func next() async throws(ConnectionError) -> Element? { try await next(isolation: nil) }

    /// Returns the next element, waiting for it if necessary; `nil` at the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(ConnectionError) -> Element? {
      if elements == nil { elements = try await sequence.begin().makeAsyncIterator() }
      return try await elements?.next(isolation: actor)
    }
  }
}
