public import AbstractHTTP
public import Foundation

/// A real HTTP/1.1 server on the loopback interface, for tests, samples and playgrounds.
///
/// ```swift
/// let server = try LoopbackServer()
/// server.on(.get, "/hello") { request in .text("Hello, \(request.query["name"] ?? "you")!") }
/// let url = server.url("/hello?name=Ada")   // http://127.0.0.1:49152/hello?name=Ada
/// ```
///
/// It serves on a separate thread from its initialization until ``stop()``, or until the last reference to it is
/// released. It keeps connections alive, accepts pipelined requests, sized and chunked bodies, and `Expect:
/// 100-continue`, and misbehaves on request: see ``Reply``. Invalid input from a client is answered with 400, 413, or
/// 431.
///
/// It records ``requests`` and ``acceptedConnections``, and a test can wait for them with ``waitForRequests(_:)``.
public final class LoopbackServer: Sendable {
  /// The address of the server: `http://127.0.0.1:49152`.
  public let baseURL: URL

  /// The port of the server.
  public let port: Int

  let core: ServerCore
  private let ended = DispatchGroup()
  private let thread = Locked<ObjectIdentifier?>(nil)

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - host: The address to listen on. Defaults to `127.0.0.1`.
  ///   - port: The port. Defaults to 0, which chooses a free one.
  /// - Throws: ``SocketError`` if the port is in use, or the system has no socket left.
  public init(on host: LoopbackHost = .ipv4, port: UInt16 = 0) throws {
    let core = try ServerCore()
    let listener = try Socket.listening(on: host, port: port, backlog: 1024)
    guard let url = URL(string: "http://\(host.urlText):\(listener.port)") else { throw URLError(.badURL) }
    self.core = core
    self.port = Int(listener.port)
    baseURL = url
    serve(listener)
  }

  deinit { stop() }

  /// Returns the address of a path on this server, for a `RequestSpec`. The path begins with a slash.
  public func url(_ path: String = "/") -> String { baseURL.absoluteString + path }

  /// Answers requests with a closure.
  ///
  /// A `:name` in the pattern matches one segment of the path, and ``ReceivedRequest/parameters`` has its decoded
  /// value. A `*` at the end matches the rest. Later routes take precedence. A `GET` route also answers `HEAD`.
  /// Requests without a route are answered with 404 or 405.
  ///
  /// - Parameters:
  ///   - method: The method; `nil` for any.
  ///   - path: The pattern: `/users/:id`, `/files/*`.
  ///   - handler: Returns the reply. Called on the server's thread, which it must not block. To wait, use
  ///     ``Reply/delayed(by:on:)``.
  @discardableResult
  public func on(
    _ method: HTTPMethod?,
    _ path: String,
    _ handler: @escaping @Sendable (ReceivedRequest) -> Reply
  ) -> Self {
    core.add(Route(method: method, pattern: path, handler: handler))
    return self
  }

  /// Answers requests with replies, one after the other. The last one is repeated.
  ///
  /// ```swift
  /// server.on(.get, "/flaky", .status(503), .status(503), .text("at last"))
  /// ```
  @discardableResult
  public func on(_ method: HTTPMethod?, _ path: String, _ reply: Reply, _ next: Reply...) -> Self {
    let turns = Turns([reply] + next)
    return on(method, path) { _ in turns.next() ?? reply }
  }

  /// Answers requests with an `async` closure, such as the handler of a server that calls other services.
  ///
  /// ```swift
  /// server.serve(.get, "/stock/:article") { request in
  ///   .text(await stock(of: request.parameters["article"] ?? ""))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - method: The method; `nil` for any.
  ///   - path: The pattern, such as `/users/:id`.
  ///   - handler: Returns the reply. Its task is cancelled when the client disconnects.
  @discardableResult
  public func serve(
    _ method: HTTPMethod?,
    _ path: String,
    _ handler: @escaping @Sendable (ReceivedRequest) async -> Reply
  ) -> Self {
    on(method, path) { request in Reply(content: .made { await handler(request) }) }
  }

  /// Answers requests with a body as soon as their head has arrived, and reads nothing more from their connection.
  ///
  /// A client that keeps sending is blocked by the network, as with a server that has already decided.
  @discardableResult
  public func onHead(_ method: HTTPMethod?, _ path: String, _ reply: Reply) -> Self {
    core.addEarly(Route(method: method, pattern: path) { _ in reply })
    return self
  }

  /// Closes all open connections, as servers do with idle ones, and keeps serving.
  public func disconnect(resetting: Bool = false) {
    core.mailbox.post(.disconnect(resetting: resetting))
  }

  /// Closes every socket, ends the thread, and releases the routes. The port is free when this method returns.
  ///
  /// Further calls do nothing.
  public func stop() {
    core.mailbox.post(.stop)
    // A handler that stops its own server can't wait for itself.
    if thread.withLock({ $0 }) != ObjectIdentifier(Thread.current) { ended.wait() }
    core.removeRoutes()
    core.log.update { $0.hasStopped = true }
  }

  private func serve(_ listener: Socket) {
    ended.enter()
    let thread = Thread { [core, ended] in
      EventLoop(listener: listener, core: core).run()
      ended.leave()
    }
    thread.name = "LoopbackServer"
    self.thread.withLock { [id = ObjectIdentifier(thread)] in $0 = id }
    thread.start()
  }
}

/// Replies in sequence.
private final class Turns: Sendable {
  private let left: Locked<ArraySlice<Reply>>

  init(_ replies: [Reply]) { left = Locked(replies[...]) }

  func next() -> Reply? {
    left.withLock { $0.count > 1 ? $0.removeFirst() : $0.first }
  }
}

/// The loopback address of a server.
public enum LoopbackHost: Sendable, Hashable, CaseIterable {
  /// `127.0.0.1`.
  case ipv4
  /// `::1`, which is in brackets in a URL: `http://[::1]:8080/`.
  case ipv6

  /// The address as in a URL.
  var urlText: String { self == .ipv4 ? "127.0.0.1" : "[::1]" }
}
