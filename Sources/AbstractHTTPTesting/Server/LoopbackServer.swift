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
/// It serves from the moment it is made until ``stop()``, or until nobody holds it, on one thread of its own. It keeps
/// connections alive, takes pipelined requests, bodies of either framing and `Expect: 100-continue`, and misbehaves when it
/// is told to: see ``Reply``. Whatever a client sends, the worst is an answer of 400, 413 or 431.
///
/// It tells what reached it: ``requests``, ``acceptedConnections``; and waits for it: ``waitForRequests(_:)``.
public final class LoopbackServer: Sendable {
  /// The address of the server: `http://127.0.0.1:49152`.
  public let baseURL: URL

  /// The port that it listens on.
  public let port: Int

  let core: ServerCore
  private let ended = DispatchGroup()
  private let thread = Locked<ObjectIdentifier?>(nil)

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - host: `127.0.0.1` by default.
  ///   - port: 0, the default, takes a free one.
  /// - Throws: ``SocketError`` where the port is in use or the system has no socket left.
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

  /// The address of a path on this server, as a `RequestSpec` wants it. The path begins with a slash.
  public func url(_ path: String = "/") -> String { baseURL.absoluteString + path }

  /// Answers requests by a closure.
  ///
  /// A `:name` in the pattern stands for one segment of the path, decoded, in ``ReceivedRequest/parameters``; a `*` at the
  /// end stands for all the rest. Routes added later come first. A `GET` route answers `HEAD` too. Without a route the
  /// answer is 404, or 405.
  ///
  /// - Parameters:
  ///   - method: The method; `nil` for any.
  ///   - path: The pattern: `/users/:id`, `/files/*`.
  ///   - handler: Makes the answer, on the server's thread. It is not to wait: a reply can, see ``Reply/delayed(by:on:)``.
  @discardableResult
  public func on(
    _ method: HTTPMethod?,
    _ path: String,
    _ handler: @escaping @Sendable (ReceivedRequest) -> Reply
  ) -> Self {
    core.add(Route(method: method, pattern: path, handler: handler))
    return self
  }

  /// Answers requests by replies, one after the other; the last one stays.
  ///
  /// ```swift
  /// server.on(.get, "/flaky", .status(503), .status(503), .text("at last"))
  /// ```
  @discardableResult
  public func on(_ method: HTTPMethod?, _ path: String, _ reply: Reply, _ next: Reply...) -> Self {
    let turns = Turns([reply] + next)
    return on(method, path) { _ in turns.next() ?? reply }
  }

  /// Answers requests with a body as soon as their head is there, and reads nothing more from their connection.
  ///
  /// A client that goes on sending is held up by the network, as by a server that has already decided.
  @discardableResult
  public func onHead(_ method: HTTPMethod?, _ path: String, _ reply: Reply) -> Self {
    core.addEarly(Route(method: method, pattern: path) { _ in reply })
    return self
  }

  /// Closes every connection that is open now, as a server does with those that were idle for long; it goes on serving.
  public func disconnect(resetting: Bool = false) {
    core.mailbox.post(.disconnect(resetting: resetting))
  }

  /// Closes every socket, ends the thread, and lets go of what the routes hold. The port is free when it returns.
  ///
  /// Stopping twice does nothing.
  public func stop() {
    core.mailbox.post(.stop)
    // A handler that stops its own server cannot wait for itself.
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

/// Replies in turn.
private final class Turns: Sendable {
  private let left: Locked<ArraySlice<Reply>>

  init(_ replies: [Reply]) { left = Locked(replies[...]) }

  func next() -> Reply? {
    left.withLock { $0.count > 1 ? $0.removeFirst() : $0.first }
  }
}

/// The loopback address that a server listens on.
public enum LoopbackHost: Sendable, Hashable, CaseIterable {
  /// `127.0.0.1`.
  case ipv4
  /// `::1`, which stands in brackets in a URL: `http://[::1]:8080/`.
  case ipv6

  /// The address as it stands in a URL.
  var urlText: String { self == .ipv4 ? "127.0.0.1" : "[::1]" }
}
