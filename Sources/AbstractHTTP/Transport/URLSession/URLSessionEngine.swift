import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Exchanges over `URLSession`: one session for the whole process, since all that differs stands in the requests.
///
/// On Linux it serves only where libcurl cannot be loaded. `URLSession` is poor there: a server can end the process by
/// closing the connection within the head of a response, by chunked trailers, and by a `Content-Length` of `Int64.max`;
/// of several `Set-Cookie` lines one arrives, names of headers lose their case, and nothing can be suspended.
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
    let configuration = Self.configuration
    configuration.apply(settings)
    session = URLSession(configuration: configuration, delegate: events, delegateQueue: queue)
  }

  // NB: a session keeps its delegate and its connections until it is told to end.
  deinit { session.finishTasksAndInvalidate() }

  /// The engine for settings.
  ///
  /// - Throws: ``TransferRefusal`` for what `URLSession` can't do.
  static func with(_ settings: EngineSettings) throws(TransferRefusal) -> URLSessionEngine {
    try settings.checkForSession()
    #if canImport(FoundationNetworking)
      return shared
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

  /// Nothing is kept but, on Apple's systems, a cache in memory: cookies and credentials are decided above. The timeout
  /// is our own, so the session's never fires.
  private static var configuration: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.default
    #if canImport(FoundationNetworking)
      // NB: with a cache, a cancel that races with the end of a transfer traps there.
      configuration.urlCache = nil
    #else
      // The system's own cache would keep bodies of HTTPS on the disk, in the clear.
      configuration.urlCache = URLCache(memoryCapacity: 8_000_000, diskCapacity: 0)
    #endif
    configuration.httpCookieStorage = nil
    configuration.httpCookieAcceptPolicy = .never
    configuration.httpShouldSetCookies = false
    configuration.urlCredentialStorage = nil
    configuration.httpAdditionalHeaders = ["User-Agent": UserAgent.default]
    configuration.timeoutIntervalForRequest = 315_360_000
    configuration.timeoutIntervalForResource = 315_360_000
    configuration.httpMaximumConnectionsPerHost = 64
    return configuration
  }
}

/// The exchange of a request that could not be sent.
private final class EndedExchange: HTTPExchange {
  func cancel() {}
}

extension URLRequest {
  /// Writes a request for `URLSession`; a file is left to the task on Apple's systems, and becomes a stream on Linux.
  init(_ request: WireRequest) throws {
    guard let url = URL(string: request.address.text) else {
      throw URLError(.badURL, "URLSession cannot use the URL")
    }
    self.init(url: url, cachePolicy: request.cachePolicy, timeoutInterval: 315_360_000)
    httpMethod = request.httpMethod.rawValue
    httpShouldHandleCookies = false
    for field in request.headers { addValue(field.value, forHTTPHeaderField: field.name) }
    // NB: URLSession would call a body without a type a form.
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
    // NB: there, a task that uploads a file traps when it is cancelled, and streams are sent in chunks, unless the length
    // is named and libcurl finds a blank `Transfer-Encoding`, which takes its own one away and is not sent itself.
    #if canImport(FoundationNetworking)
      httpBodyStream = InputStream(url: file.url)
      setValue("\(file.length)", forHTTPHeaderField: "Content-Length")
      setValue(" ", forHTTPHeaderField: "Transfer-Encoding")
    #endif
  }
}

extension BodySource {
  /// Whether it is put together before it is sent; on Linux a file is copied, so that it cannot become shorter meanwhile:
  /// the session would wait for ever for what it lacks.
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
