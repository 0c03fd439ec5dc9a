import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a request and its copies refer to.
// NB: the compiler can't see that it's changed only while nothing else refers to it. So there's no access to check either.
final class RequestStorage: @unchecked Sendable {
  @exclusivity(unchecked) var url: URL
  @exclusivity(unchecked) var httpMethod: HTTPMethod
  @exclusivity(unchecked) var headers: HTTPHeaders
  @exclusivity(unchecked) var body: RequestBody?
  @exclusivity(unchecked) var destination: DownloadDestination?
  @exclusivity(unchecked) var context: RequestContext

  private let readAddress = AtomicLazyReference<ReadAddress>()

  init(
    _ url: URL,
    _ httpMethod: HTTPMethod,
    _ headers: HTTPHeaders,
    _ body: RequestBody?,
    _ destination: DownloadDestination?,
    _ context: RequestContext
  ) {
    self.url = url
    self.httpMethod = httpMethod
    self.headers = headers
    self.body = body
    self.destination = destination
    self.context = context
  }

  func copy(keepsURL: Bool = true) -> RequestStorage {
    let copy = RequestStorage(url, httpMethod, headers, body, destination, context)
    if keepsURL, let address = readAddress.load() { _ = copy.readAddress.storeIfNil(address) }
    return copy
  }

  /// The address, read when it's first asked for.
  fileprivate var address: ReadAddress { readAddress.load() ?? readAddress.storeIfNil(ReadAddress(url.absoluteString)) }
}

extension Request {
  /// The parts of the URL, which copies of the request share.
  var address: HTTPAddress { get throws(URLError) { try storage.address.result.get() } }

  /// The server's host and port, in lower case: `example.com:443`; empty if the URL can't be read.
  var host: String { storage.address.host }

  mutating func makeUnique() {
    // NB: the sanitizer doesn't see that reference counts order the last use of one thread before the change of another.
    #if THREAD_SANITIZED
      storage = storage.copy()
    #else
      if !isKnownUniquelyReferenced(&storage) { storage = storage.copy() }
    #endif
  }
}

/// The parts of an address, or why there are none.
private final class ReadAddress: Sendable {
  let result: Result<HTTPAddress, URLError>
  let host: String

  init(_ text: String) {
    do throws(URLError) {
      let address = try HTTPAddress(text)
      result = .success(address)
      host = address.host + (address.port == 443 ? ":443" : ":" + String(address.port))
    } catch {
      result = .failure(error)
      host = ""
    }
  }
}
