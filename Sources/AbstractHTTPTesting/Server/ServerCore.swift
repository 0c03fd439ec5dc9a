import AbstractHTTP

/// The state that a server's owner and its thread share.
final class ServerCore: Sendable {
  let mailbox: Mailbox
  let log = ObservedValue(ServerLog())
  private let router = Locked(Router())
  /// The routes that only need the head of a request.
  private let earlyRouter = Locked(Router())

  init() throws(SocketError) { mailbox = try Mailbox() }

  func add(_ route: Route) { router.withLock { $0.add(route) } }

  func addEarly(_ route: Route) { earlyRouter.withLock { $0.add(route) } }

  /// Releases the routes, outside the lock.
  func removeRoutes() {
    _ = router.withLock { $0.removeAll() }
    _ = earlyRouter.withLock { $0.removeAll() }
  }

  /// Records a request, and returns its reply.
  func reply(to request: ReceivedRequest) -> Reply {
    log.update { $0.append(request) }
    return Router.reply(to: request, by: router.withLock { $0.match(request) })
  }

  /// Records a request whose body hasn't arrived yet, and returns its reply, if one is already available.
  func earlyReply(to request: ReceivedRequest) -> Reply? {
    guard case .route(let handler, _) = earlyRouter.withLock({ $0.match(request) }) else { return nil }
    log.update { $0.append(request) }
    return handler(request)
  }

  /// - Returns: The number of the new connection.
  func connectionAccepted() -> Int {
    log.update { log in
      log.acceptedConnections += 1
      return log.acceptedConnections
    }
  }

  func connectionClosed() { log.update { $0.closedConnections += 1 } }
}
