import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The content of a request.
///
/// It's changed only while nothing else refers to it, so that no access needs a check.
final class RequestStorage: CopyOnWrite, @unchecked Sendable {  // NB: `CopyOnWrite` sees to that, and not the compiler
  @exclusivity(unchecked) var url: URL
  @exclusivity(unchecked) var httpMethod: HTTPMethod
  @exclusivity(unchecked) var headers: HTTPHeaders
  @exclusivity(unchecked) var body: RequestBody?
  @exclusivity(unchecked) var destination: DownloadDestination?
  @exclusivity(unchecked) var context: RequestContext

  private let readAddress: Locked<ReadAddress?>

  init(
    _ url: URL,
    _ httpMethod: HTTPMethod,
    _ headers: HTTPHeaders,
    _ body: RequestBody?,
    _ destination: DownloadDestination?,
    _ context: RequestContext,
    _ address: ReadAddress? = nil
  ) {
    self.url = url
    self.httpMethod = httpMethod
    self.headers = headers
    self.body = body
    self.destination = destination
    self.context = context
    readAddress = Locked(address)
  }

  func copy() -> RequestStorage {
    RequestStorage(url, httpMethod, headers, body, destination, context, readAddress.withLock { $0 })
  }

  /// The copy for another URL.
  func copyWithoutAddress() -> RequestStorage {
    RequestStorage(url, httpMethod, headers, body, destination, context)
  }

  /// The address, read when it's first asked for.
  fileprivate var address: ReadAddress {
    if let address = readAddress.withLock({ $0 }) { return address }
    let address = ReadAddress(url.absoluteString)
    readAddress.withLock { $0 = address }
    return address
  }
}

extension Request {
  /// The parts of the URL, which copies of the request share.
  var address: HTTPAddress { get throws(URLError) { try storage.address.result.get() } }

  /// The server's host and port, in lower case: `example.com:443`; empty if the URL can't be read.
  var host: String { storage.address.host }
}

/// The parts of an address, or why there are none.
final class ReadAddress: Sendable {
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
