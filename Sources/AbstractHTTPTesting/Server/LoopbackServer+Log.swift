public import AbstractHTTP

/// What reached the server.
extension LoopbackServer {
  /// The requests that came so far, in order; of very many the latest 10,000.
  public var requests: [ReceivedRequest] { core.log.value.requests }

  /// How many requests came so far.
  public var requestCount: Int { core.log.value.requestCount }

  /// How many connections were made so far. Fewer than ``requestCount`` means that some were used again.
  public var acceptedConnections: Int { core.log.value.acceptedConnections }

  /// How many connections are open now.
  public var openConnections: Int {
    let log = core.log.value
    return log.acceptedConnections - log.closedConnections
  }

  /// Waits until so many requests have come, counted from the start of the server, answered or not.
  ///
  /// ```swift
  /// server.on(.get, "/", .text("late").held(at: gate))
  /// let task = Task { try await HTTP(server.url("/")).fetchString().value }
  /// try await server.waitForRequests(1)        // now it is in flight, and stays so
  /// ```
  ///
  /// - Returns: The requests that came, in order.
  /// - Throws: ``Stopped`` if the server stops before, `CancellationError` if the task is cancelled.
  @discardableResult
  public func waitForRequests(_ count: Int) async throws -> [ReceivedRequest] {
    try await wait { $0.requestCount >= count }.requests
  }

  /// Waits until so many connections have been made, counted from the start of the server.
  ///
  /// - Throws: ``Stopped`` if the server stops before, `CancellationError` if the task is cancelled.
  public func waitForConnections(_ count: Int) async throws {
    _ = try await wait { $0.acceptedConnections >= count }
  }

  /// Waits until so many connections are closed, by whichever side, counted from the start of the server.
  ///
  /// - Throws: ``Stopped`` if the server stops before, `CancellationError` if the task is cancelled.
  public func waitForClosedConnections(_ count: Int) async throws {
    _ = try await wait { $0.closedConnections >= count }
  }

  /// The server has stopped, and what was waited for cannot come any more.
  public struct Stopped: AbstractHTTPError, Hashable {
    /// What happened, in words.
    public var description: String { "the server has stopped before what was awaited came" }
  }

  private func wait(until condition: @escaping @Sendable (ServerLog) -> Bool) async throws -> ServerLog {
    let log = try await core.log.wait { condition($0) || $0.hasStopped }
    guard condition(log) else { throw Stopped() }
    return log
  }
}

/// What a server has seen so far.
struct ServerLog: Sendable {
  var acceptedConnections = 0
  var closedConnections = 0
  var hasStopped = false
  private(set) var requestCount = 0
  private var recorded: [ReceivedRequest] = []

  /// The latest requests, in the order they came; as many as are kept.
  var requests: [ReceivedRequest] { Array(recorded.suffix(Self.capacity)) }

  static let capacity = 10_000

  mutating func append(_ request: ReceivedRequest) {
    requestCount += 1
    recorded.append(request)
    if recorded.count >= Self.capacity * 2 { recorded.removeFirst(Self.capacity) }
  }
}
