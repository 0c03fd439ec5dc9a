import Foundation

/// The content of a response.
///
/// It is only changed while nothing else refers to it, so accesses need no checks.
final class ResponseStorage: CopyOnWrite, @unchecked Sendable {  // NB: `CopyOnWrite` sees to that, and not the compiler
  @exclusivity(unchecked) var statusCode: Int
  @exclusivity(unchecked) var headers: HTTPHeaders
  @exclusivity(unchecked) var data: Data
  @exclusivity(unchecked) var url: URL?
  @exclusivity(unchecked) var source: ResponseSource
  @exclusivity(unchecked) var request: Request?
  @exclusivity(unchecked) var file: URL?
  /// The parts that few responses have; `nil` if there are none.
  @exclusivity(unchecked) var extras: ResponseExtras?
  @exclusivity(unchecked) var resumedFrom: Int64?
  @exclusivity(unchecked) var protocolVersion: String?

  init(
    _ statusCode: Int,
    _ headers: HTTPHeaders,
    _ data: Data,
    _ url: URL?,
    _ source: ResponseSource,
    _ request: Request?,
    _ file: URL?,
    _ extras: ResponseExtras? = nil
  ) {
    self.statusCode = statusCode
    self.headers = headers
    self.data = data
    self.url = url
    self.source = source
    self.request = request
    self.file = file
    self.extras = extras
  }

  func copy() -> ResponseStorage {
    let copy = ResponseStorage(statusCode, headers, data, url, source, request, file, extras)
    copy.resumedFrom = resumedFrom
    copy.protocolVersion = protocolVersion
    return copy
  }
}

/// The parts of a response that few responses have, behind one reference.
final class ResponseExtras: Sendable {
  struct Parts: Sendable {
    /// The body that is still arriving.
    var stream: (any StreamedBody)?
    var trailers: HTTPHeaders?
    /// The connector's own response.
    var native: (any Sendable)?
    var metrics: TransferMetrics?
  }

  private let parts: Parts

  var stream: (any StreamedBody)? { parts.stream }
  var trailers: HTTPHeaders? { parts.trailers }
  var native: (any Sendable)? { parts.native }
  var metrics: TransferMetrics? { parts.metrics }

  /// Changes the parts.
  ///
  /// - Returns: `nil` for no parts.
  init?(_ extras: ResponseExtras?, _ change: (inout Parts) -> Void) {
    var parts = extras?.parts ?? Parts()
    change(&parts)
    guard parts.stream != nil || parts.trailers != nil || parts.native != nil || parts.metrics != nil else {
      return nil
    }
    self.parts = parts
  }
}

/// A body that is still arriving, compared by identity.
protocol StreamedBody: AnyObject, Sendable {}
