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
  private let events = SessionEvents()

  private init() {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    queue.name = "AbstractHTTP"
    session = URLSession(configuration: Self.configuration, delegate: events, delegateQueue: queue)
  }

  func start(
    _ request: WireRequest,
    progress: @escaping @Sendable (TransferProgress) -> Void,
    complete: @escaping @Sendable (Result<WireResponse, any Error>) -> Void
  ) -> any HTTPExchange {
    let transfer: URLSessionTransfer
    do {
      let task = session.dataTask(with: try URLRequest(request))
      transfer = URLSessionTransfer(task, request, in: session, events, progress: progress, complete: complete)
    } catch {
      session.delegateQueue.addOperation { complete(.failure(error)) }
      return EndedExchange()
    }
    transfer.begin()
    return transfer
  }

  /// Nothing is kept but, on Apple's systems, the system's cache: cookies and credentials are decided above. The timeout
  /// is our own, so the session's never fires.
  private static var configuration: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.default
    #if canImport(FoundationNetworking)
      // NB: with a cache, a cancel that races with the end of a transfer traps there.
      configuration.urlCache = nil
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
  /// Writes a request for `URLSession`; a file becomes data, mapped into memory where the system can.
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
    case nil: break
    case .data(let data): httpBody = data
    case .file(let file): httpBody = try Data(contentsOf: file.url, options: .alwaysMapped)
    }
  }
}
