public import AbstractHTTP
public import ServiceLifecycle

/// A client as a service, which lets its calls end before the program does.
///
/// ```swift
/// let inventory = ClientService(Client(baseURL: "https://inventory.example.com"), grace: .seconds(20))
/// let server = Server { request in try await inventory.client.send(GetStock(article: 7)) }
/// let group = ServiceGroup(services: [inventory, server], gracefulShutdownSignals: [.sigterm], logger: logger)
/// try await group.run()
/// ```
///
/// A group shuts its services down in reverse order, so name the client before the services that use it: they end first.
/// From then on, new calls fail with ``ShuttingDown`` and aren't sent. The service ends when the last call has ended,
/// its stream included, or after a time of grace, when it cancels what is left. If its task is cancelled, it cancels all
/// calls at once.
///
/// It waits for the calls of its own ``client`` and of clients that are derived from that. It cancels only those of its
/// own; for the others, shut the connector down in `end`.
public final class ClientService: Service {
  /// The client to call with.
  public let client: Client

  private let calls: CallsInFlight
  private let grace: Duration
  private let clock: any Clock<Duration>
  private let end: @Sendable () async throws -> Void

  /// Creates a service.
  ///
  /// - Parameters:
  ///   - client: The client whose settings the calls have.
  ///   - grace: How long calls in flight may take after the shutdown has begun. Defaults to 10 seconds.
  ///   - clock: The clock that measures the grace. Defaults to the continuous clock.
  ///   - end: Called when the calls have ended or were cancelled, for example to shut a connector down. Defaults to
  ///     nothing.
  public init(
    _ client: Client,
    grace: Duration = .seconds(10),
    clock: any Clock<Duration> = ContinuousClock(),
    end: @escaping @Sendable () async throws -> Void = {}
  ) {
    let calls = CallsInFlight()
    self.client = client.with { $0.use(calls.middleware) }
    (self.calls, self.grace, self.clock, self.end) = (calls, grace, clock, end)
  }

  /// Whether new calls fail, because the shutdown has begun.
  public var isShuttingDown: Bool { calls.isClosed }

  /// Waits for the shutdown, and then for the calls in flight.
  public func run() async throws {
    do {
      try await gracefulShutdown()
    } catch {
      calls.close()
      client.cancelAll()
      try? await end()
      throw error
    }
    calls.close()
    // NB: a call whose exchange has ended may still be delivering its response.
    if await !callsEnded() { client.cancelAll() }
    try await end()
  }

  /// Waits until no call is in flight, or the time of grace is over.
  ///
  /// - Returns: Whether no call is in flight.
  private func callsEnded() async -> Bool {
    await withTaskGroup(of: Bool.self) { group in
      group.addTask {
        await self.calls.allEnded()
        // NB: a cancellation ends the wait too.
        return !Task.isCancelled
      }
      group.addTask {
        try? await self.clock.sleep(for: self.grace)
        return false
      }
      let isFirst = await group.next()
      group.cancelAll()
      return isFirst ?? true
    }
  }
}

/// The reason why a call of a ``ClientService`` wasn't sent: the program is shutting down.
public struct ShuttingDown: Error, Hashable, CustomStringConvertible {
  /// A description of the reason.
  public var description: String { "the client is shutting down" }
}
