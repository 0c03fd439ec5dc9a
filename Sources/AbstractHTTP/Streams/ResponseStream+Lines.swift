import Foundation

extension ResponseStream {
  /// Returns the text of the body, line by line.
  ///
  /// ```swift
  /// for try await line in stream.lines() { print(line) }
  /// ```
  ///
  /// A line ends in LF, CRLF, or CR, which isn't part of it. The text is UTF-8. Invalid bytes become U+FFFD.
  ///
  /// - Parameter limit: The maximum number of bytes in a line. Defaults to 1 MiB. A longer line stops the transfer, and
  ///   fails with `.parse` and ``LineTooLong``.
  public func lines(limit: Int = 1 << 20) -> ResponseLines { ResponseLines(stream: self, limit: limit) }

  /// Returns the models of a body with one model per line: NDJSON, JSON Lines, or a JSON text sequence (RFC 7464).
  ///
  /// ```swift
  /// for try await entry in stream.jsonLines(Entry.self) { print(entry.name) }
  /// ```
  ///
  /// Blank lines are skipped. A line that can't be decoded stops the transfer, and fails with `.parse`.
  ///
  /// - Parameters:
  ///   - model: The type of the models.
  ///   - options: The decoding options. Defaults to those of the connection.
  ///   - limit: The maximum number of bytes in a line. Defaults to 1 MiB.
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

  /// Reads a stream line by line. Releasing the iterator stops the transfer.
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

  /// Reads a stream model by model. Releasing the iterator stops the transfer.
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
