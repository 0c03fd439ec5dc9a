import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The content of a request.
///
/// It is only changed while nothing else refers to it, so accesses need no checks.
final class RequestStorage: CopyOnWrite, @unchecked Sendable {  // NB: `CopyOnWrite` sees to that, and not the compiler
  @exclusivity(unchecked) var url: URL
  @exclusivity(unchecked) var httpMethod: HTTPMethod
  @exclusivity(unchecked) var headers: HTTPHeaders
  @exclusivity(unchecked) var body: RequestBody?
  @exclusivity(unchecked) var delivery: ResponseDelivery
  @exclusivity(unchecked) var context: RequestContext

  private let readAddress: AddressReference

  init(
    _ url: URL,
    _ httpMethod: HTTPMethod,
    _ headers: HTTPHeaders,
    _ body: RequestBody?,
    _ delivery: ResponseDelivery,
    _ context: RequestContext,
    _ address: ReadAddress? = nil
  ) {
    self.url = url
    self.httpMethod = httpMethod
    self.headers = headers
    self.body = body
    self.delivery = delivery
    self.context = context
    readAddress = AddressReference(address)
  }

  func copy() -> RequestStorage {
    RequestStorage(url, httpMethod, headers, body, delivery, context, readAddress.load())
  }

  /// Returns a copy for another URL.
  func copyWithoutAddress() -> RequestStorage {
    RequestStorage(url, httpMethod, headers, body, delivery, context)
  }

  /// The address, parsed on first use.
  fileprivate var address: ReadAddress {
    readAddress.load() ?? readAddress.storeIfNil(ReadAddress(url.absoluteString))
  }
}

extension Request {
  /// The parts of the URL, which copies of the request share.
  var address: HTTPAddress { get throws(URLError) { try storage.address.result.get() } }

  /// The server's host and port, in lower case: `example.com:443`; empty if the URL is invalid.
  var host: String { storage.address.host }
}

/// The parts of an address, or the error of reading them.
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

/// A reference that is set once, by the first thread that does.
///
/// `AtomicLazyReference` does the same at ten times the cost, because it isn't specialized.
private struct AddressReference: ~Copyable {
  private let bits: Atomic<UInt>

  init(_ address: ReadAddress?) { bits = Atomic(address.map(Self.retained) ?? 0) }

  deinit { Self.reference(bits.load(ordering: .acquiring))?.release() }

  func load() -> ReadAddress? { Self.reference(bits.load(ordering: .acquiring))?.takeUnretainedValue() }

  /// - Returns: The address that is stored from now on.
  func storeIfNil(_ address: ReadAddress) -> ReadAddress {
    let new = Self.retained(address)
    let (isStored, former) = bits.compareExchange(expected: 0, desired: new, ordering: .acquiringAndReleasing)
    guard !isStored else { return address }
    Self.reference(new)?.release()
    return Self.reference(former)?.takeUnretainedValue() ?? address
  }

  private static func retained(_ address: ReadAddress) -> UInt {
    UInt(bitPattern: Unmanaged.passRetained(address).toOpaque())
  }

  private static func reference(_ bits: UInt) -> Unmanaged<ReadAddress>? {
    UnsafeRawPointer(bitPattern: bits).map { Unmanaged.fromOpaque($0) }
  }
}
