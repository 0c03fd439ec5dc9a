import Foundation

/// A message of an event source.
///
/// ```swift
/// for try await event in HTTP("https://api.example.com/events").events() {
///   print(event.event, try event.decode(Change.self))
/// }
/// ```
public struct ServerSentEvent: Sendable, Hashable {
  /// The type of the event; `message` if the server names none.
  public var event: String

  /// The data, its lines joined by LF.
  public var data: String

  /// The last identifier that the source has sent, with this event or an earlier one; empty if there is none.
  public var id: String

  /// Creates an event.
  public init(event: String = "message", data: String, id: String = "") {
    self.event = event
    self.data = data
    self.id = id
  }

  /// Decodes a model from the data, which is JSON.
  ///
  /// - Parameters:
  ///   - model: The type of the model.
  ///   - options: The options for decoding the JSON. Defaults to plain ``DecodingOptions``.
  /// - Throws: `DecodingError`.
  public func decode<Model: Decodable>(
    _ model: Model.Type = Model.self,
    decoder options: DecodingOptions = DecodingOptions()
  ) throws -> Model {
    try options.decode(model, from: Data(data.utf8))
  }
}

extension ResponseStream {
  /// Returns the events of a `text/event-stream` (WHATWG HTML §9.2) up to its end, regardless of the response's type.
  ///
  /// To continue after a lost connection, use ``HTTP/events(reconnecting:limit:clock:)``.
  ///
  /// - Parameter limit: The maximum size of an event in bytes; 1 MiB by default. A longer event stops the transfer, and
  ///   fails with `.parse` and ``LineTooLong``.
  public func events(limit: Int = 1 << 20) -> ResponseEvents { ResponseEvents(stream: self, limit: limit) }
}

/// The events of a ``ResponseStream``.
public struct ResponseEvents: AsyncSequence, Sendable {
  let stream: ResponseStream
  let limit: Int

  /// Creates the iterator for the only reader.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(elements: StreamElements(stream, EventReading(parser: EventParser(limit: limit))))
  }

  /// Reads a stream event by event. Releasing the iterator stops the transfer.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var elements: StreamElements<EventReading>

    /// Returns the next event, waiting for it if necessary; `nil` at the end.
    public mutating func next() async throws(ConnectionError) -> ServerSentEvent? {
      try await elements.next(isolation: nil)
    }

    /// Returns the next event, waiting for it if necessary; `nil` at the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(ConnectionError) -> ServerSentEvent?
    {
      try await elements.next(isolation: actor)
    }
  }
}

/// Reads events. An event without a blank line at its end is dropped.
struct EventReading: StreamReading {
  var parser: EventParser

  mutating func append(_ piece: Data, to events: inout [ServerSentEvent]) throws {
    try parser.append(piece) { events.append($0) }
  }

  mutating func finish(_ events: inout [ServerSentEvent]) {}
}
