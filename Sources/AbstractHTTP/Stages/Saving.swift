import Foundation

extension Response {
  /// Removes the file that the body was written to, where nobody is to get the response, or another is to take its place.
  func removeFile() {
    if let file { try? FileManager.default.removeItem(at: file) }
  }

  /// The response in the place where its request wants it; one that is there already, or is wanted in memory, as it is.
  func placed(for request: Request) throws(ConnectionError) -> Response {
    guard let destination = request.destination else { return streamed(for: request) }
    // What resumes a download places its response itself.
    guard request.context[ResumptionKey.self] == nil else { return self }
    do {
      return try saved(to: destination, for: request)
    } catch {
      throw ConnectionError(sending: error).carrying(request, self)
    }
  }

  /// The response with its body in the file that its request wants, where the connector left it in memory: what stubs do, and
  /// connectors that know nothing of destinations.
  ///
  /// - Throws: What the choice of a file throws, and `URLError` if it cannot be written.
  func saved(to destination: DownloadDestination, for request: Request) throws -> Response {
    guard file == nil, destination.takes(statusCode, of: request.httpMethod) else { return self }
    let head = Response(statusCode: statusCode, headers: headers, url: url ?? request.url)
    let file = try PartialFile(at: destination.url(for: head), options: destination.options)
    try data.withUnsafeBytes { try file.write($0) }
    try file.finish()
    var saved = self
    saved.data = Data()
    saved.file = file.url
    return saved
  }
}
