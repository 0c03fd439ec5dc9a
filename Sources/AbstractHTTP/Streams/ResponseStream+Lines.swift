import Foundation

extension ResponseStream {
  /// The text of the body, line by line.
  ///
  /// ```swift
  /// for try await line in stream.lines() { print(line) }
  /// ```
  ///
  /// A line ends in LF, CRLF, or CR, and comes without it. The text is UTF-8; what isn't becomes U+FFFD.
  ///
  /// - Parameter limit: How many bytes a line may have; 1 MiB by default. A longer line stops the transfer, and fails with `.parse`
  ///   and ``LineTooLong``.
  public func lines(limit: Int = 1 << 20) -> ResponseLines { ResponseLines(stream: self, limit: limit) }

  /// The models of a body that has one on each line: NDJSON, JSON Lines, or a JSON text sequence (RFC 7464).
  ///
  /// ```swift
  /// for try await entry in stream.jsonLines(Entry.self) { print(entry.name) }
  /// ```
  ///
  /// Blank lines are passed over. A line that isn't the model stops the transfer, and fails with `.parse`.
  ///
  /// - Parameters:
  ///   - model: The type of the models.
  ///   - options: How they are read; by default as the connection says.
  ///   - limit: How many bytes a line may have; 1 MiB by default.
  public func jsonLines<Model: Decodable & Sendable>(
    _ model: Model.Type = Model.self,
    decoder options: DecodingOptions? = nil,
    limit: Int = 1 << 20
  ) -> ResponseModels<Model> {
    ResponseModels(stream: self, limit: limit, options: options ?? head.decoding)
  }
}

/// The lines of a ``ResponseStream``.
public struct ResponseLines: AsyncSequence, Sendable {
  let stream: ResponseStream
  let limit: Int

  /// Creates the iterator of the one reader.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(elements: StreamElements(stream, LineReading(splitter: LineSplitter(limit: limit))))
  }

  /// Reads a stream line by line; letting go of it stops the transfer.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var elements: StreamElements<LineReading>

    /// Returns the next line, and waits for it if none is here; `nil` at the end.
    public mutating func next() async throws(ConnectionError) -> String? { try await elements.next(isolation: nil) }

    /// Returns the next line, and waits for it if none is here; `nil` at the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(ConnectionError) -> String? {
      try await elements.next(isolation: actor)
    }
  }
}

/// The models on the lines of a ``ResponseStream``.
public struct ResponseModels<Model: Decodable & Sendable>: AsyncSequence, Sendable {
  let stream: ResponseStream
  let limit: Int
  let options: DecodingOptions

  /// Creates the iterator of the one reader.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(
      elements: StreamElements(stream, ModelReading(records: RecordSplitter(limit: limit), options: options))
    )
  }

  /// Reads a stream model by model; letting go of it stops the transfer.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var elements: StreamElements<ModelReading<Model>>

    /// Returns the next model, and waits for it if none is here; `nil` at the end.
    public mutating func next() async throws(ConnectionError) -> Model? { try await elements.next(isolation: nil) }

    /// Returns the next model, and waits for it if none is here; `nil` at the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(ConnectionError) -> Model? {
      try await elements.next(isolation: actor)
    }
  }
}

struct LineReading: StreamReading {
  var splitter: LineSplitter

  mutating func append(_ piece: Data, to lines: inout [String]) throws {
    try splitter.append(piece) { lines.append(String(decoding: $0, as: UTF8.self)) }
  }

  mutating func finish(_ lines: inout [String]) {
    splitter.finish { lines.append(String(decoding: $0, as: UTF8.self)) }
  }
}

struct ModelReading<Model: Decodable & Sendable>: StreamReading {
  var records: RecordSplitter
  let options: DecodingOptions

  mutating func append(_ piece: Data, to models: inout [Model]) throws {
    try records.append(piece) { models.append(try options.decode(Model.self, from: $0)) }
  }

  mutating func finish(_ models: inout [Model]) throws {
    try records.finish { models.append(try options.decode(Model.self, from: $0)) }
  }
}
