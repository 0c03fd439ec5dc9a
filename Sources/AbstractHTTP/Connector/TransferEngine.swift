import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// How one request is put on the wire: the seam between what is decided once and what each platform does.
///
/// One start is one exchange: no redirect is followed, no cookie added, no credential sought. An engine never calls back
/// on the main thread, and completes exactly once, also when it is cancelled: with a `URLError` where there is no
/// response.
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
  /// The names of the headers that no other origin is to see, whatever they look like.
  var confidential: [String] = []
  /// How long no byte may travel; `nil` for ever.
  var idleTimeout: Duration?
  var maximumResponseSize: Int?
  var destination: DownloadDestination?
  var cachePolicy = URLRequest.CachePolicy.useProtocolCachePolicy
}

/// The head of a response as it came off the wire.
struct WireHead: Sendable {
  var statusCode: Int
  var headers: HTTPHeaders
}

/// A response as it came off the wire, its body decompressed.
struct WireResponse: Sendable {
  var statusCode: Int
  var headers: HTTPHeaders
  var data: Data
  /// Where the body is, if the request wants it in a file; it has yet to get its name.
  var file: PartialFile?
}

extension URLError {
  /// Makes an error with words for a developer, which must not have secrets in them.
  init(_ code: Code, _ words: String) {
    self.init(code, userInfo: [NSLocalizedDescriptionKey: words])
  }
}
