import AbstractHTTP
import Foundation

/// A request as a web framework passes it to a handler.
public struct IncomingRequest: Sendable {
  /// The article's identifier, from the path.
  public var article: String
  /// The header that traces a request through services.
  public var traceparent: String?

  /// Creates a request.
  public init(article: String, traceparent: String? = nil) {
    self.article = article
    self.traceparent = traceparent
  }
}

/// A response as a web framework expects it from a handler.
public struct OutgoingResponse: Sendable, Equatable {
  /// The status code.
  public var status: Int
  /// The seconds after which the caller may try again.
  public var retryAfter: Int?
  /// JSON, or a sentence about the failure.
  public var body: String
}

/// A handler that answers `GET /articles/7` with the article of one service and its stock of another.
///
/// One instance serves all requests, so that they share the limits, the circuit breakers, and the calls in progress.
public struct StockService: Sendable {
  private let catalog: Client
  private let inventory: Client

  /// Creates a handler.
  ///
  /// - Parameters:
  ///   - catalogURL: The service that knows the articles.
  ///   - inventoryURL: The service that knows how many of them there are.
  ///   - clock: The clock of time limits and waits.
  ///   - log: Receives a line for each request and response of the services.
  public init(
    catalogURL: String,
    inventoryURL: String,
    clock: any Clock<Duration> = ContinuousClock(),
    log: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    let service = Client {
      $0.callbackInMainThread = false
      $0.use(
        .coalesce(),
        .timeout(attempt: .milliseconds(800), total: .seconds(2), clock: clock),
        .retry(RetryPolicy(limit: 2, backoff: .exponential(from: .milliseconds(50)).jittered()), clock: clock),
        .circuitBreaker(clock: clock),
        .concurrencyLimit(64, queue: 256),
        .log(.basic) { line in log(line) }
      )
    }
    catalog = service.with { $0.baseURL = catalogURL }
    inventory = service.with { $0.baseURL = inventoryURL }
  }

  /// Answers a request. If the server cancels the task, the calls are cancelled.
  public func response(to request: IncomingRequest) async -> OutgoingResponse {
    let (catalog, inventory) = (traced(catalog, for: request), traced(inventory, for: request))
    do {
      async let stock = try? inventory.send(GetStock(article: request.article)).count
      let article = try await catalog.send(GetArticle(id: request.article))
      let body = JSON(["title": JSON(article.title), "in_stock": await stock.map { JSON($0) } ?? .null])
      return OutgoingResponse(status: 200, body: body.rawString(options: .sortedKeys) ?? "")
    } catch {
      return OutgoingResponse(error)
    }
  }

  /// Returns a client whose calls carry the request's trace. The service's client still holds them, to cancel them.
  private func traced(_ client: Client, for request: IncomingRequest) -> Client {
    client.with {
      $0.headers["traceparent"] = request.traceparent
      $0.holder = client.options.holder
    }
  }

  /// Cancels the calls in progress, when the server shuts down.
  public func shutDown() {
    catalog.cancelAll()
    inventory.cancelAll()
  }
}

struct Article: Decodable, Sendable { let title: String }

struct Stock: Decodable, Sendable { let count: Int }

struct GetArticle: ConnectionSpec {
  typealias ResponseModel = Article
  let id: String
  var url: String { "/articles/\(segment: id)" }
}

struct GetStock: ConnectionSpec {
  typealias ResponseModel = Stock
  let article: String
  var url: String { "/stock/\(segment: article)" }
}

extension OutgoingResponse {
  /// What the caller learns of a failure: whose fault it is, and when to come back, but no detail of the services.
  init(_ error: any Error) {
    let error = error as? ConnectionError
    switch error {
    case let error? where error.statusCode == 404: self.init(status: 404, body: "no such article")
    case let error? where error.isCancelled: self.init(status: 503, retryAfter: 5, body: "the server is shutting down")
    case let error? where error.isTimeout: self.init(status: 504, body: "the catalog takes too long")
    case let error? where error.nativeError is CircuitOpen || error.nativeError is QueueFull:
      self.init(status: 503, retryAfter: 5, body: "the catalog is overloaded")
    default: self.init(status: 502, body: "the catalog has failed")
    }
  }
}
