import Foundation

extension Response {
  /// Removes the file that the body was written to, if the response is discarded or replaced.
  func removeFile() {
    if let file { try? FileManager.default.removeItem(at: file) }
  }

  /// Returns the response with its body where its request wants it. If it is already there, or wanted in memory, the
  /// response is unchanged.
  func placed(for request: Request) throws(ConnectionError) -> Response {
    guard let destination = request.destination else { return streamed(for: request) }
    // A resumed download moves its response into place itself.
    guard request.context[ResumptionKey.self] == nil else { return self }
    do {
      return try saved(to: destination, for: request)
    } catch {
      throw ConnectionError(sending: error).carrying(request, self)
    }
  }

  /// Writes the body of the response to the file that its request wants, if the connector left it in memory, as stubs
  /// and connectors without support for destinations do.
  ///
  /// - Throws: Errors of the closure that chooses the file, and `URLError` if it can't be written.
  func saved(to destination: DownloadDestination, for request: Request) throws -> Response {
    guard file == nil, destination.takes(statusCode, of: request.httpMethod) else { return self }
    let file = try partialFile(destination, for: request)
    try data.withUnsafeBytes { try file.write($0) }
    try file.finish()
    var saved = self
    saved.data = Data()
    saved.file = file.url
    return saved
  }

  fileprivate func partialFile(_ destination: DownloadDestination, for request: Request) throws -> PartialFile {
    let head = Response(statusCode: statusCode, headers: headers, url: url ?? request.url)
    return try PartialFile(at: destination.url(for: head), options: destination.options)
  }
}

extension ResponseStream {
  /// Writes the stream to the file that a request wants, as it arrives.
  ///
  /// - Returns: The response with the complete file.
  func saved(for request: Request) async throws(ConnectionError) -> Response {
    guard let destination = request.destination else { return head }
    do {
      let file = try head.partialFile(destination, for: request)
      for try await piece in self { try piece.withUnsafeBytes { try file.write($0) } }
      var saved = head
      saved.trailers = try await trailers
      try Task.checkCancellation()
      try file.finish()
      saved.file = file.url
      return saved
    } catch {
      throw ConnectionError(sending: error).carrying(request, head)
    }
  }
}
