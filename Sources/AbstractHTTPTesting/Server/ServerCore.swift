import AbstractHTTP

/// What a server's owner and its thread share.
final class ServerCore: Sendable {
  let mailbox: Mailbox
  let log = Watched(ServerLog())
  private let router = Locked(Router())

  init() throws(SocketError) { mailbox = try Mailbox() }

  func add(_ route: Route) { router.withLock { $0.add(route) } }

  /// Lets go of what the routes hold.
  func removeRoutes() {
    let routes = router.withLock { router in
      defer { router = Router() }
      return router
    }
    _ = consume routes
  }

  /// Records a request, and finds its answer.
  func reply(to request: ReceivedRequest) -> Reply {
    log.update { $0.append(request) }
    return Router.reply(to: request, by: router.withLock { $0.match(request) })
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
