public import AbstractHTTP

/// The history of the server.
extension LoopbackServer {
  /// The received requests, in order. Only the latest 10,000 are kept.
  public var requests: [ReceivedRequest] { core.log.value.requests }

  /// The number of received requests.
  public var requestCount: Int { core.log.value.requestCount }

  /// The number of accepted connections. If it is lower than ``requestCount``, some connections were reused.
  public var acceptedConnections: Int { core.log.value.acceptedConnections }

  /// The number of open connections.
  public var openConnections: Int {
    let log = core.log.value
    return log.acceptedConnections - log.closedConnections
  }

  /// Waits until the server has received a number of requests since its start, answered or not.
  ///
  /// ```swift
  /// server.on(.get, "/", .text("late").held(at: gate))
  /// let task = Task { try await HTTP(server.url("/")).fetchString().value }
  /// try await server.waitForRequests(1)        // now it is in flight, and stays so
  /// ```
  ///
  /// - Returns: The received requests, in order.
  /// - Throws: ``Stopped`` if the server stops first, or `CancellationError` if the task is cancelled.
  @discardableResult
  public func waitForRequests(_ count: Int) async throws -> [ReceivedRequest] {
    try await wait { $0.requestCount >= count }.requests
  }

  /// Waits until the server has accepted a number of connections since its start.
  ///
  /// - Throws: ``Stopped`` if the server stops first, or `CancellationError` if the task is cancelled.
  public func waitForConnections(_ count: Int) async throws {
    _ = try await wait { $0.acceptedConnections >= count }
  }

  /// Waits until a number of connections have been closed, by either side, since the server's start.
  ///
  /// - Throws: ``Stopped`` if the server stops first, or `CancellationError` if the task is cancelled.
  public func waitForClosedConnections(_ count: Int) async throws {
    _ = try await wait { $0.closedConnections >= count }
  }

  /// The error of waiting for a server that has stopped.
  public struct Stopped: AbstractHTTPError, Hashable {
    /// A description of the error.
    public var description: String { "the server has stopped before what was awaited came" }
  }

  private func wait(until condition: @escaping @Sendable (ServerLog) -> Bool) async throws -> ServerLog {
    let log = try await core.log.wait { condition($0) || $0.hasStopped }
    guard condition(log) else { throw Stopped() }
    return log
  }
}

/// The history of a server.
struct ServerLog: Sendable {
  var acceptedConnections = 0
  var closedConnections = 0
  var hasStopped = false
  private(set) var requestCount = 0
  private var recorded: [ReceivedRequest] = []

  /// The latest requests, in the order in which they arrived.
  var requests: [ReceivedRequest] { Array(recorded.suffix(Self.capacity)) }

  static let capacity = 10_000

  mutating func append(_ request: ReceivedRequest) {
    requestCount += 1
    recorded.append(request)
    if recorded.count >= Self.capacity * 2 { recorded.removeFirst(Self.capacity) }
  }
}
