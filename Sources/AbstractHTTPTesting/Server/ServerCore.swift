import AbstractHTTP

/// What a server's owner and its thread share.
final class ServerCore: Sendable {
  let mailbox: Mailbox
  let log = ObservedValue(ServerLog())
  private let router = Locked(Router())
  /// The routes that answer by the head of a request.
  private let earlyRouter = Locked(Router())

  init() throws(SocketError) { mailbox = try Mailbox() }

  func add(_ route: Route) { router.withLock { $0.add(route) } }

  func addEarly(_ route: Route) { earlyRouter.withLock { $0.add(route) } }

  /// Lets go of what the routes hold, outside the lock.
  func removeRoutes() {
    _ = router.withLock { $0.removeAll() }
    _ = earlyRouter.withLock { $0.removeAll() }
  }

  /// Records a request, and finds its answer.
  func reply(to request: ReceivedRequest) -> Reply {
    log.update { $0.append(request) }
    return Router.reply(to: request, by: router.withLock { $0.match(request) })
  }

  /// Records a request whose body has not come yet, and finds its answer, if there is one already.
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
