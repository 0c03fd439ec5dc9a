import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An engine that uses `URLSession`. Equal settings share one session, because all other differences are in the
/// requests.
///
/// On Linux, it is used only if libcurl can't be loaded, because `URLSession` has serious limitations there. A server
/// can crash the process by closing the connection within the head of a response, by sending chunked trailers, and with
/// a `Content-Length` of `Int64.max`. Only one of several `Set-Cookie` lines arrives, header names lose their case, and
/// transfers can't be suspended.
final class URLSessionEngine: TransferEngine {
  static let shared = URLSessionEngine()

  private let session: URLSession
  private let events: SessionEvents

  /// - Parameter settings: Settings that were checked.
  init(_ settings: EngineSettings = EngineSettings()) {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    queue.name = "AbstractHTTP"
    events = SessionEvents(settings)
    let configuration = URLSessionConfiguration.default
    configuration.httpMaximumConnectionsPerHost = 64
    #if !canImport(FoundationNetworking)
      // The system's default cache would store HTTPS bodies unencrypted on disk.
      configuration.urlCache = URLCache(memoryCapacity: 8_000_000, diskCapacity: 0)
    #endif
    settings.sessionSetup?(configuration)
    Self.takeOver(configuration)
    configuration.apply(settings)
    session = URLSession(configuration: configuration, delegate: events, delegateQueue: queue)
  }

  // NB: a session keeps its delegate and its connections until it is invalidated.
  deinit { session.finishTasksAndInvalidate() }

  /// Returns the engine for settings.
  ///
  /// - Throws: ``TransferRefusal`` if `URLSession` can't honor the settings.
  static func with(_ settings: EngineSettings) throws(TransferRefusal) -> URLSessionEngine {
    try settings.checkForSession()
    #if canImport(FoundationNetworking)
      return settings.sessionSetup == nil ? shared : URLSessionEngine(settings)
    #else
      return URLSessionEngine(settings)
    #endif
  }

  func start(
    _ request: WireRequest,
    progress: @escaping @Sendable (TransferProgress) -> Void,
    complete: @escaping @Sendable (Result<WireResponse, any Error>) -> Void
  ) -> any HTTPExchange {
    if let refusal = request.refusalOfSession {
      session.delegateQueue.addOperation { complete(.failure(refusal)) }
      return EndedExchange()
    }
    guard let body = request.body, body.isSpooled else {
      return send(request, progress: progress, complete: complete)
    }
    let transfer = SpoolingTransfer(request, complete: complete) { request, complete in
      self.send(request, progress: progress, complete: complete)
    }
    transfer.begin(body)
    return transfer
  }

  private func send(
    _ request: WireRequest,
    progress: @escaping @Sendable (TransferProgress) -> Void,
    complete: @escaping @Sendable (Result<WireResponse, any Error>) -> Void
  ) -> any HTTPExchange {
    let transfer: URLSessionTransfer
    do {
      let task = try task(for: request)
      transfer = URLSessionTransfer(task, request, in: session, events, progress: progress, complete: complete)
    } catch {
      session.delegateQueue.addOperation { complete(.failure(error)) }
      return EndedExchange()
    }
    transfer.begin()
    return transfer
  }

  private func task(for request: WireRequest) throws -> URLSessionDataTask {
    let urlRequest = try URLRequest(request)
    #if !canImport(FoundationNetworking)
      if case .file(let file) = request.body { return session.uploadTask(with: urlRequest, fromFile: file.url) }
    #endif
    return session.dataTask(with: urlRequest)
  }

  /// The configuration stores nothing except, on Apple's systems, a cache in memory, because the connector handles
  /// cookies and credentials. The library has its own timeout, so the session's never fires.
  /// Sets what the library handles by itself.
  private static func takeOver(_ configuration: URLSessionConfiguration) {
    #if canImport(FoundationNetworking)
      // NB: with a cache, a cancellation that races with the end of a transfer traps there.
      configuration.urlCache = nil
    #endif
    var headers = configuration.httpAdditionalHeaders ?? [:]
    if !headers.keys.contains(where: { "\($0)".lowercased() == "user-agent" }) {
      headers["User-Agent"] = UserAgent.default
    }
    configuration.httpAdditionalHeaders = headers
    configuration.httpCookieStorage = nil
    configuration.httpCookieAcceptPolicy = .never
    configuration.httpShouldSetCookies = false
    configuration.urlCredentialStorage = nil
    configuration.timeoutIntervalForRequest = 315_360_000
    configuration.timeoutIntervalForResource = 315_360_000
  }
}

/// The exchange of a request that couldn't be sent.
private final class EndedExchange: HTTPExchange {
  func cancel() {}
}

extension URLRequest {
  /// Creates a request for `URLSession`. The task reads a file on Apple's systems; on Linux, the file becomes a stream.
  init(_ request: WireRequest) throws {
    guard let url = URL(string: request.address.text) else {
      throw URLError(.badURL, "URLSession cannot use the URL")
    }
    self.init(url: url, cachePolicy: request.cachePolicy, timeoutInterval: 315_360_000)
    httpMethod = request.httpMethod.rawValue
    httpShouldHandleCookies = false
    for field in request.headers { addValue(field.value, forHTTPHeaderField: field.name) }
    // NB: URLSession would label a body without a type as a form.
    if request.body != nil, !request.headers.contains("Content-Type") {
      setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
    }
    switch request.body {
    case nil, .segments: break
    case .data(let data): httpBody = data
    case .file(let file): stream(file)
    }
  }

  private mutating func stream(_ file: OpenFile) {
    // NB: there, a task that uploads a file traps when it is cancelled. Streams are sent in chunks, unless the length
    // is given and `Transfer-Encoding` is blank, which removes libcurl's own field and isn't sent.
    #if canImport(FoundationNetworking)
      httpBodyStream = InputStream(url: file.url)
      setValue("\(file.length)", forHTTPHeaderField: "Content-Length")
      setValue(" ", forHTTPHeaderField: "Transfer-Encoding")
    #endif
  }
}

extension BodySource {
  /// Whether the body is collected before it is sent. On Linux, a file is copied, so that it can't shrink in the
  /// meantime, because the session would wait forever for the missing bytes.
  fileprivate var isSpooled: Bool {
    switch self {
    case .data: false
    case .segments: true
    #if canImport(FoundationNetworking)
      case .file: true
    #else
      case .file: false
    #endif
    }
  }
}
