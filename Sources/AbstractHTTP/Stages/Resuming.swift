import Foundation

extension Stage where Input == Request, Output == Response {
  /// Requests the rest of a download through a connector that may not support parts, and joins a body that it leaves in
  /// memory.
  ///
  /// - Returns: `nil` if the download has no part, or the connector resumes it itself.
  static func resuming(
    _ request: Request,
    over connector: any HTTPConnector,
    _ watcher: (any TransferWatcher)?
  ) throws(ConnectionError) -> Step<Response>? {
    guard request.destination?.options.contains(.resumable) == true, !(connector is DefaultHTTPConnector),
      request.context[ResumptionKey.self] == nil, let resumption = Resumption(request)
    else { return nil }
    guard resumption.offset > 0 else {
      resumption.leave()
      return nil
    }
    let sending = Self(outline: .nothing) { asking throws(ConnectionError) in
      try send(asking, over: connector, watcher)
    }
    return try sending.following(request.asking(for: resumption, isAnew: false)) { result throws(ConnectionError) in
      if let response = try resumption.join(result, to: request, after: resumption.offset) {
        return .finished(response)
      }
      return try sending.following(request.asking(for: resumption, isAnew: true)) { result throws(ConnectionError) in
        if let response = try resumption.join(result, to: request, after: 0) { return .finished(response) }
        throw ConnectionError(.network, nativeError: PartMismatch(), request: request)
      }
    }
  }
}

extension Request {
  fileprivate func asking(for resumption: Resumption, isAnew: Bool) -> Request {
    var request = self
    request.context[ResumptionKey.self] = resumption
    if !isAnew { resumption.ask(in: &request.headers) }
    return request
  }
}

extension Resumption {
  /// Writes the response to its destination, and releases the part.
  ///
  /// - Returns: `nil` if the response doesn't match the part, and the download must start over.
  fileprivate func join(
    _ result: Result<Response, ConnectionError>,
    to request: Request,
    after offset: Int64
  ) throws(ConnectionError) -> Response? {
    defer { leave() }
    switch result {
    case .failure(let error):
      throw error.answering(request)
    case .success(var response):
      response.request = request
      do {
        return try place(response, for: request, after: offset)
      } catch is PartMismatch {
        return nil
      } catch {
        throw ConnectionError(sending: error).carrying(request, response)
      }
    }
  }

  private func place(_ response: Response, for request: Request, after offset: Int64) throws -> Response {
    let isWhole = response.statusCode == 416 && offset > 0
    guard response.file == nil, let destination = request.destination,
      isWhole || destination.takes(response.statusCode, of: request.httpMethod)
    else { return response }
    guard isWhole || response.statusCode == 206 else {
      dropPart()
      return try response.saved(to: destination, for: request)
    }
    let head = WireHead(statusCode: response.statusCode, headers: response.headers)
    guard let file = try file(for: head, from: response.url ?? request.url, after: offset) else { return response }
    if !isWhole { try response.data.withUnsafeBytes { try file.write($0) } }
    try file.finish()
    var placed = response
    (placed.data, placed.file, placed.resumedFrom) = (Data(), file.url, file.resumedFrom)
    if isWhole { placed.statusCode = 200 }
    return placed
  }
}

extension ConnectionError {
  /// Returns the error with this request, in place of the one that was sent for it.
  func answering(_ request: Request) -> ConnectionError {
    var response = response
    response?.request = request
    return ConnectionError(
      type,
      nativeError: nativeError,
      request: request,
      response: response,
      responseModel: responseModel
    )
  }
}
