import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// How one request is put on the wire: the seam between what is decided once and what each platform does.
///
/// One start is one exchange: no redirect is followed, no cookie added, no credential sought. An engine completes exactly
/// once, also when it is cancelled: with a `URLError` if there is no response. A response that the request wants streamed completes
/// it at its head, and its stream ends when the exchange does. It never calls back on the main thread, and
/// may do so on the thread that drives all of its transfers, which must not be blocked.
protocol TransferEngine: AnyObject, Sendable {
  func start(
    _ request: WireRequest,
    progress: @escaping @Sendable (TransferProgress) -> Void,
    complete: @escaping @Sendable (Result<WireResponse, any Error>) -> Void
  ) -> any HTTPExchange
}

/// A request as an engine sends it, checked.
struct WireRequest: Sendable {
  var address: HTTPAddress
  var httpMethod: HTTPMethod
  var headers: HTTPHeaders
  var body: BodySource?
  var isBodyReplayable = true
  var trailers: RequestTrailers?
  /// Whether it may reach the server twice (RFC 9110 §9.2.2).
  var isRepeatable: Bool {
    isBodyReplayable && (httpMethod.isIdempotent || headers.contains("Idempotency-Key"))
  }
  /// Whether the end of the body is known only once it's there.
  var isChunked: Bool { body.map { $0.length == nil || trailers != nil } ?? false }
  /// The names of the headers that no other origin is to see, whatever they look like.
  var confidential: [String] = []
  /// The names of the headers that are for this address alone.
  var bound: [String] = []
  /// The names of further headers that other origins may see.
  var crossOriginHeaders: [String] = []
  /// How long no byte may travel; `nil` for ever.
  var idleTimeout: Duration?
  var maximumResponseSize: Int?
  var delivery = ResponseDelivery.memory
  /// How long no byte may travel of a body that is streamed; `nil` for ever.
  var stallTimeout: Duration?
  /// How long connecting may take; `nil` for as long as the engine says.
  var connectTimeout: Duration?
  /// Whether a redirect has led it away from the origin that the user named.
  var isElsewhere = false
  /// Where the body of the response is written.
  var destination: DownloadDestination? { delivery.destination }
  /// The download that the request goes on with, and how many of its bytes are there.
  var resumption: Resumption?
  var resumedFrom: Int64 = 0
  var cachePolicy = URLRequest.CachePolicy.useProtocolCachePolicy
  /// What is called with the heads and the metrics of the transfer, of which the latter precede its end; `nil` if nothing is to be
  /// measured.
  var observe: (@Sendable (WireEvent) -> Void)?
}

/// The head of a response as it came off the wire.
struct WireHead: Sendable {
  var statusCode: Int
  var headers: HTTPHeaders
  /// The version as it stands in the status line, such as `HTTP/1.1`; empty if it is not known.
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
  /// Where the body is, if the request wants it in a file, and it is not empty; it has yet to get its name.
  var file: PartialFile?
  /// What the body arrives by, if the response is given at its head.
  var stream: StreamSource?
  /// The fields after the body.
  var trailers: HTTPHeaders?
}

extension URLError {
  /// Makes an error with words for a developer, which must not have secrets in them.
  init(_ code: Code, _ words: String) {
    self.init(code, userInfo: [NSLocalizedDescriptionKey: words])
  }
}
