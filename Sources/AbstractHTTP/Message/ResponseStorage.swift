import Foundation

/// The content of a response.
///
/// It's changed only while nothing else refers to it, so that no access needs a check.
final class ResponseStorage: CopyOnWrite, @unchecked Sendable {  // NB: `CopyOnWrite` sees to that, and not the compiler
  @exclusivity(unchecked) var statusCode: Int
  @exclusivity(unchecked) var headers: HTTPHeaders
  @exclusivity(unchecked) var data: Data
  @exclusivity(unchecked) var url: URL?
  @exclusivity(unchecked) var source: ResponseSource
  @exclusivity(unchecked) var request: Request?
  @exclusivity(unchecked) var file: URL?

  init(
    _ statusCode: Int,
    _ headers: HTTPHeaders,
    _ data: Data,
    _ url: URL?,
    _ source: ResponseSource,
    _ request: Request?,
    _ file: URL?
  ) {
    self.statusCode = statusCode
    self.headers = headers
    self.data = data
    self.url = url
    self.source = source
    self.request = request
    self.file = file
  }

  func copy() -> ResponseStorage {
    ResponseStorage(statusCode, headers, data, url, source, request, file)
  }
}
