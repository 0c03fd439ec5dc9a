extension HTTP {
  /// Sends the request for the body while it arrives.
  ///
  /// ```swift
  /// let stream = try await HTTP("https://example.com/movies/1").fetchStream().value
  /// for try await piece in stream { print(piece.count) }
  /// ```
  ///
  /// - Returns: The promise of the stream, which is kept at the head of the response. The connection ends with the stream.
  public func fetchStream() -> ConnectionPromise<ResponseStream> { fetchModel { $0.bodyStream } }

  /// Sends the request for the body while it arrives; see ``fetchStream()``.
  ///
  /// - Returns: The started connection.
  @discardableResult
  public func fetchStream(_ onSuccess: @escaping @Sendable (ResponseStream) -> Void) -> Connection<ResponseStream> {
    fetchModel(parse: { $0.bodyStream }, onSuccess)
  }

  /// Returns a connection for the body while it arrives, not started yet.
  func streamConnection() -> Connection<ResponseStream> { connection({ $0.bodyStream }, nil) }

  /// Sends the request for the body while it arrives: ``fetchStream()``.
  public func asStream() -> ConnectionPromise<ResponseStream> { fetchStream() }

  /// Sends the request for the body while it arrives: ``fetchStream(_:)``.
  @discardableResult
  public func asStream(_ onSuccess: @escaping @Sendable (ResponseStream) -> Void) -> Connection<ResponseStream> {
    fetchStream(onSuccess)
  }

  /// Sends the request when the lines are first asked for, and reads the body line by line; see ``ResponseStream/lines(limit:)``.
  ///
  /// ```swift
  /// for try await line in HTTP("https://example.com/log").lines() { print(line) }
  /// ```
  ///
  /// Each iterator makes a call of its own, and cancels it when it is let go.
  public func lines(limit: Int = 1 << 20) -> FetchedElements<ResponseLines> {
    FetchedElements(http: self) { $0.lines(limit: limit) }
  }

  /// Sends the request when the models are first asked for, and reads one from each line; see
  /// ``ResponseStream/jsonLines(_:decoder:limit:)``.
  public func jsonLines<Model: Decodable & Sendable>(
    _ model: Model.Type = Model.self,
    decoder options: DecodingOptions? = nil,
    limit: Int = 1 << 20
  ) -> FetchedElements<ResponseModels<Model>> {
    FetchedElements(http: self) { $0.jsonLines(model, decoder: options, limit: limit) }
  }
}

/// What is read from the body of a response while it arrives; the request is sent when the first element is asked for.
public struct FetchedElements<Elements: AsyncSequence & Sendable>: AsyncSequence, Sendable
where Elements.Failure == ConnectionError {
  /// What is read.
  public typealias Element = Elements.Element

  let http: HTTP
  let elements: @Sendable (ResponseStream) -> Elements

  /// Makes a call.
  fileprivate func begin() async throws(ConnectionError) -> Elements {
    do {
      return elements(try await http.fetchStream().value)
    } catch {
      throw ConnectionError(.network, thrown: error)
    }
  }

  /// Creates the iterator of a call of its own.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(sequence: self) }

  /// Makes a call, and reads its elements; letting go of it cancels the call.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let sequence: FetchedElements
    private var elements: Elements.AsyncIterator?

    fileprivate init(sequence: FetchedElements) { self.sequence = sequence }

    /// Returns the next element, and waits for it if none is here; `nil` at the end.
    public mutating func next() async throws(ConnectionError) -> Element? { try await next(isolation: nil) }

    /// Returns the next element, and waits for it if none is here; `nil` at the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(ConnectionError) -> Element? {
      if elements == nil { elements = try await sequence.begin().makeAsyncIterator() }
      return try await elements?.next(isolation: actor)
    }
  }
}
