public import AbstractHTTP
public import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTPCompression
import NIOPosix

/// A connector over async-http-client, for servers that already use SwiftNIO.
///
/// ```swift
/// let connector = AsyncHTTPClientConnector()
/// let inventory = Client(baseURL: "https://inventory.example.com") {
///   $0.httpConnector = { connector }
/// }
/// let stock = try await inventory.http("/stock/7").fetchString().value
/// try await connector.shutdown()
/// ```
///
/// Bodies of requests, streams, and downloads pass through piece by piece, and only as fast as the other side takes them.
/// Redirects follow ``AbstractHTTP/RedirectPolicy`` by the library's rules, so that no credential reaches another origin.
/// A request fails with a `URLError` that means the same as that of `DefaultHTTPConnector`; its `userInfo` has the
/// original error at `NSUnderlyingErrorKey`.
///
/// What it doesn't do:
///
/// - Requests with `TLSSettings`, `ProxySettings`, `ConnectTimeout`, a timeout, a cache policy, or trailers aren't sent,
///   because the client's configuration has the only such settings.
/// - The trailers of a response are dropped.
/// - It sends neither `User-Agent` nor `Accept-Language`, unless a request names them.
/// - Suspending an exchange does nothing. A streamed response waits for its reader, but a pause that is longer than the time
///   between two reads ends it with `.timedOut`.
/// - An upload that the server stops reading doesn't time out: use `.timeout`.
/// - A header value that isn't UTF-8 is repaired, so its bytes aren't kept.
/// - It reports no `head`, `redirected`, and `metrics` events.
public final class AsyncHTTPClientConnector: AsyncHTTPConnector {
  /// Ten seconds to connect, 15 seconds between two reads, and decompression.
  ///
  /// The time between reads applies to streams too. A connection that can't be established fails at once, because
  /// `.retry` decides whether to try again.
  public static var defaultConfiguration: HTTPClient.Configuration {
    let timeout = HTTPClient.Configuration.Timeout(connect: .seconds(10), read: .seconds(15))
    var configuration = HTTPClient.Configuration(timeout: timeout, decompression: .enabled(limit: .ratio(1_000)))
    configuration.connectionPool.retryConnectionEstablishment = false
    return configuration
  }

  let client: HTTPClient
  let redirectPolicy: RedirectPolicy
  let cookieJar: CookieJar?
  let acceptsCompression: Bool

  /// Creates a connector with a client of its own, which ends with the connector.
  ///
  /// - Parameters:
  ///   - configuration: The client's configuration, except that the client itself never follows redirects.
  ///   - redirectPolicy: Which redirects to follow, unless a request has the option. Defaults to `.follow`.
  ///   - cookieJar: Stores cookies. Defaults to `nil`: cookies are neither stored nor sent.
  public init(
    configuration: HTTPClient.Configuration = AsyncHTTPClientConnector.defaultConfiguration,
    redirectPolicy: RedirectPolicy = .follow,
    cookieJar: CookieJar? = nil
  ) {
    var configuration = configuration
    configuration.redirectConfiguration = .disallow
    // NB: the group of Apple's systems would fail with errors of Network.framework.
    client = HTTPClient(eventLoopGroup: MultiThreadedEventLoopGroup.singleton, configuration: configuration)
    if case .enabled = configuration.decompression { acceptsCompression = true } else { acceptsCompression = false }
    self.redirectPolicy = redirectPolicy
    self.cookieJar = cookieJar
  }

  // NB: the client traps if it is released without having been shut down.
  deinit { client.shutdown(queue: .global()) { _ in } }

  /// Cancels all exchanges, closes all connections, and waits for that. Later requests fail.
  public func shutdown() async throws {
    do {
      try await client.shutdown()
    } catch let error as HTTPClientError where error == .alreadyShutdown {
      return
    }
  }

  /// Bodies of unknown length, streams, full duplex, redirect policies, and limits of the response's size. Without a cookie
  /// jar, also the flag of `URLRequest` that omits cookies.
  public var capabilities: ConnectorCapabilities {
    let shared: [ConnectorCapability] = [
      .unknownLength, .streaming, .duplex, .option(RedirectPolicy.self), .option(ResponseSizeLimit.self),
    ]
    return ConnectorCapabilities(shared + (cookieJar == nil ? [.cookieFlag] : []))
  }

  /// Sends a request, and returns its response.
  public func response(to request: Request) async throws -> Response { try await response(to: request) { _ in } }

  /// Sends a request, follows its redirects, and returns the last response.
  public func response(
    to request: Request,
    progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws -> Response {
    do {
      try request.validate()
      if request.httpMethod == .connect { throw TransferRefusal.method(.connect) }
      return try await followingRedirects(of: request, Meter(progress))
    } catch {
      throw Task.isCancelled ? URLError(.cancelled) : ClientFailure.error(for: error)
    }
  }

  private func followingRedirects(of request: Request, _ meter: Meter) async throws -> Response {
    let policy = request.options[RedirectPolicy.self] ?? redirectPolicy
    var (sent, redirects) = (request, 0)
    while true {
      let received = try await client.execute(clientRequest(sent, meter), deadline: .distantFuture)
      let head = Response(received, from: sent)
      for cookie in head.headers.values(for: "Set-Cookie") { cookieJar?.keep(cookie, from: sent.url) }
      guard let next = try await policy.next(after: head, to: sent, redirects: redirects) else {
        return try await response(head, received.body, to: request, meter)
      }
      // A short body is read to its end, so that its connection can be used again.
      _ = try? await received.body.collect(upTo: 65_536)
      try Task.checkCancellation()
      if let need = next.unsupportedOption { throw need }
      (sent, redirects) = (next, redirects + 1)
    }
  }
}

extension Request {
  /// The reason why this connector can't send a request that a redirect policy decided on; `nil` if it can.
  fileprivate var unsupportedOption: TransferRefusal? {
    let refused: [(isSet: Bool, name: String)] = [
      (options[TLSSettings.self] != nil, "TLSSettings"), (options[ProxySettings.self] != nil, "ProxySettings"),
      (options[ConnectTimeout.self] != nil, "ConnectTimeout"), (options[UnixSocket.self] != nil, "UnixSocket"),
    ]
    return refused.first(where: \.isSet).map { .unsupported($0.name, by: "AsyncHTTPClientConnector") }
  }
}
