import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An engine that sends a single request: the boundary between shared decisions and platform-specific transfers.
///
/// Each start is one exchange: the engine follows no redirects, adds no cookies, and looks up no credentials. It
/// completes exactly once, even if it is cancelled, and with a `URLError` if there is no response. If the request wants
/// a stream, the exchange completes once the head arrives, and the stream ends when the exchange does. The engine never
/// calls back on the main thread. It may call back on the thread that drives all of its transfers, which must not be
/// blocked.
protocol TransferEngine: AnyObject, Sendable {
  func start(
    _ request: WireRequest,
    progress: @escaping @Sendable (TransferProgress) -> Void,
    complete: @escaping @Sendable (Result<WireResponse, any Error>) -> Void
  ) -> any HTTPExchange
}

/// A validated request, as an engine sends it.
struct WireRequest: Sendable {
  var address: HTTPAddress
  var httpMethod: HTTPMethod
  var headers: HTTPHeaders
  var body: BodySource?
  var isBodyReplayable = true
  var trailers: RequestTrailers?
  /// Whether the request may reach the server twice (RFC 9110 §9.2.2).
  var isRepeatable: Bool {
    isBodyReplayable && (httpMethod.isIdempotent || headers.contains("Idempotency-Key"))
  }
  /// Whether the length of the body is unknown until it ends.
  var isChunked: Bool { body.map { $0.length == nil || trailers != nil } ?? false }
  /// The names of the headers that must not be sent to another origin, regardless of their values.
  var confidential: [String] = []
  /// The names of the headers that apply to this address only.
  var bound: [String] = []
  /// The names of additional headers that may be sent to other origins.
  var crossOriginHeaders: [String] = []
  /// The maximum idle time; `nil` for no limit.
  var idleTimeout: Duration?
  var maximumResponseSize: Int?
  var delivery = ResponseDelivery.memory
  /// The maximum idle time of a streamed body; `nil` for no limit.
  var stallTimeout: Duration?
  /// The time limit for connecting; `nil` for the engine's default.
  var connectTimeout: Duration?
  /// Whether a redirect has led away from the origin that the caller named.
  var isElsewhere = false
  /// The file to write the body of the response to.
  var destination: DownloadDestination? { delivery.destination }
  /// The download that the request resumes, and the number of bytes that it has.
  var resumption: Resumption?
  var resumedFrom: Int64 = 0
  var cachePolicy = URLRequest.CachePolicy.useProtocolCachePolicy
  /// Receives the heads and the metrics of the transfer. The metrics precede its end. `nil` if the transfer isn't
  /// measured.
  var observe: (@Sendable (WireEvent) -> Void)?
}

/// The head of a response as it came off the wire.
struct WireHead: Sendable {
  var statusCode: Int
  var headers: HTTPHeaders
  /// The version in the status line, such as `HTTP/1.1`; empty if it isn't known.
  var httpVersion = ""
}

extension WireHead {
  init(_ response: WireResponse) { self.init(statusCode: response.statusCode, headers: response.headers) }
}

/// A response as it came off the wire, its body decompressed.
struct WireResponse: Sendable {
  var statusCode: Int
  var headers: HTTPHeaders
  var data: Data
  var httpVersion = ""
  /// The file with the body, if the request wants one and the body isn't empty. It hasn't been renamed yet.
  var file: PartialFile?
  /// The source of the body, if the response is streamed.
  var stream: StreamSource?
  /// The fields after the body.
  var trailers: HTTPHeaders?
}

extension URLError {
  /// Creates an error with a description for developers, which must not contain secrets.
  init(_ code: Code, _ words: String) {
    self.init(code, userInfo: [NSLocalizedDescriptionKey: words])
  }
}
