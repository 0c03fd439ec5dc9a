import Foundation

/// The events of a source, across connections.
///
/// ```swift
/// for try await event in HTTP("https://api.example.com/events").events() { print(event.data) }
/// ```
///
/// It connects when the first event is requested. When the connection is lost or ends, it connects again with
/// `Last-Event-ID`, as its ``ReconnectPolicy`` specifies. Each connection is a new call of the same spec, with its
/// middleware and listeners, so it has a fresh token. A status of 204 ends the source. Any other status except 200, or
/// a type other than `text/event-stream`, fails it with `.invalidResponse`. Cancelling the connection or the task fails
/// it with `.cancelled`. Releasing the iterator stops the transfer.
public struct ServerSentEvents: AsyncSequence, Sendable {
  fileprivate let policy: ReconnectPolicy
  private let limit: Int
  fileprivate let clock: AnyClock
  private let makeConnection: @Sendable () -> Connection<ResponseStream>

  /// Creates a source from a closure that creates its connections.
  ///
  /// - Parameters:
  ///   - policy: When to connect again.
  ///   - limit: The maximum size of an event in bytes; 1 MiB by default. A longer event fails with `.parse` and
  ///     ``LineTooLong``.
  ///   - clock: The clock that measures the waits.
  ///   - makeConnection: Creates a connection without starting it. Called once for each connection.
  public init(
    reconnecting policy: ReconnectPolicy = .default,
    limit: Int = 1 << 20,
    clock: any Clock<Duration> = ContinuousClock(),
    makeConnection: @escaping @Sendable () -> Connection<ResponseStream>
  ) {
    self.policy = policy
    self.limit = limit
    self.clock = AnyClock(clock)
    self.makeConnection = makeConnection
  }

  /// Creates an iterator that connects separately.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

  /// Reads a source. Releasing the iterator stops the transfer.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let source: ServerSentEvents
    private var parser: EventParser
    private var pieces: ResponseStream.AsyncIterator?
    /// The events that were read, in reverse order.
    private var events: [ServerSentEvent] = []
    /// How many attempts in a row have failed.
    private var failures = 0
    private var isEnded = false
    private var method = HTTPMethod.get

    fileprivate init(_ source: ServerSentEvents) {
      self.source = source
      parser = EventParser(limit: source.limit)
    }

    /// The identifier of the last event, from which a later connection continues; empty if there is none.
    public var lastEventId: String { parser.lastEventId }

    /// Returns the next event, waiting for it if necessary; `nil` at the end of the source.
    public mutating func next() async throws(ConnectionError) -> ServerSentEvent? { try await next(isolation: nil) }

    /// Returns the next event, waiting for it if necessary; `nil` at the end of the source.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(ConnectionError) -> ServerSentEvent?
    {
      while events.isEmpty, !isEnded {
        do throws(ConnectionError) {
          if pieces == nil { try await connect(actor) }
          try await read(actor)
        } catch {
          pieces = nil
          try await wait(after: error, actor)
        }
      }
      return events.popLast()
    }

    private mutating func read(_ actor: isolated (any Actor)?) async throws(ConnectionError) {
      guard let piece = try await pieces?.next(isolation: actor) else {
        return isEnded ? () : try await lose(actor)
      }
      events = try source.events(in: piece, &parser).reversed()
    }

    private mutating func connect(_ actor: isolated (any Actor)?) async throws(ConnectionError) {
      let connection = source.connection(after: parser.lastEventId)
      let promise = connection.start()
      method = connection.latestRequest?.httpMethod ?? method
      let stream = try await Self.stream(of: promise)
      isEnded = stream == nil
      guard let stream else { return }
      failures = 0
      parser = parser.next
      pieces = stream.makeAsyncIterator()
    }

    /// Waits before the next connection, unless the source ends.
    private mutating func lose(_ actor: isolated (any Actor)?) async throws(ConnectionError) {
      pieces = nil
      guard canReconnect else { return isEnded = true }
      try await wait(nil, actor)
    }

    /// Waits before the next connection, or throws the error if there is none.
    private mutating func wait(
      after error: ConnectionError,
      _ actor: isolated (any Actor)?
    ) async throws(ConnectionError) {
      let asked = error.askedWait
      guard canReconnect, error.type == .network || asked != nil else {
        isEnded = true
        throw error
      }
      try await wait(asked, actor)
    }

    /// - Returns: The stream of events; `nil` if the server ends the source.
    private static func stream(
      of promise: ConnectionPromise<ResponseStream>
    ) async throws(ConnectionError) -> ResponseStream? {
      let stream: ResponseStream
      do {
        stream = try await promise.value
      } catch {
        throw ConnectionError(.network, thrown: error)
      }
      guard stream.head.statusCode != 204 else { return nil }
      guard let rejection = Rejection(ofEventSource: stream.head) else { return stream }
      throw ConnectionError(.invalidResponse, nativeError: rejection, response: stream.head)
    }

    private var canReconnect: Bool { failures < source.policy.attempts && source.policy.methods.contains(method) }

    private mutating func wait(
      _ asked: Duration?,
      _ actor: isolated (any Actor)?
    ) async throws(ConnectionError) {
      failures += 1
      do {
        try await source.clock.sleep(asked ?? source.policy.wait(before: failures, retry: parser.retry))
      } catch {
        isEnded = true
        throw ConnectionError(.network, thrown: error)
      }
    }
  }

  /// Returns a connection that continues after an identifier.
  fileprivate func connection(after id: String) -> Connection<ResponseStream> {
    let connection = makeConnection()
    connection.use(.eventSource(after: id))
    return connection
  }

  fileprivate func events(
    in piece: Data,
    _ parser: inout EventParser
  ) throws(ConnectionError) -> [ServerSentEvent] {
    var events: [ServerSentEvent] = []
    do {
      try parser.append(piece) { events.append($0) }
      return events
    } catch {
      throw ConnectionError(.parse, thrown: error)
    }
  }
}
