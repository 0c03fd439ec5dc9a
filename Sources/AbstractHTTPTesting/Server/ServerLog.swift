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
