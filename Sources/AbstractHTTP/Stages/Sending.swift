import Foundation

extension Stage where Input == Request, Output == Response {
  /// Sends the request through a connector.
  ///
  /// If the connector answers on the calling thread before its `start` returns, the pipeline doesn't suspend. The stage
  /// fails with `.network`, or with `.cancelled` if the task is cancelled. In that case, the exchange is cancelled as
  /// well, and a late response is ignored. If the request wants the body in a file, and the connector left it in
  /// memory, it is written here: see ``DownloadDestination``. A request that wants a stream always gets one, even of a
  /// body in memory, and any other request never gets one.
  public static func sending(over connector: any HTTPConnector) -> Self {
    sending(over: connector, watchedBy: nil)
  }

  static func sending(over connector: any HTTPConnector, watchedBy watcher: (any TransferWatcher)?) -> Self {
    Self(outline: .stage("send")) { request throws(ConnectionError) in
      try send(request, over: connector, watchedBy: watcher)
    }
  }

  static func send(
    _ request: Request,
    over connector: any HTTPConnector,
    watchedBy watcher: (any TransferWatcher)?
  ) throws(ConnectionError) -> Step<Response> {
    guard let attempt = ObservedAttempt(of: request) else { return try send(request, over: connector, watcher) }
    return try send(request, over: connector, watcher, in: attempt)
  }

  /// Sends the request, and reports the attempt to the call's observers.
  private static func send(
    _ request: Request,
    over connector: any HTTPConnector,
    _ watcher: (any TransferWatcher)?,
    in attempt: ObservedAttempt
  ) throws(ConnectionError) -> Step<Response> {
    attempt.began(request, request.cause)
    let watcher = attempt.watcher(watcher, of: request)
    let sending = Self(outline: .nothing) { request throws(ConnectionError) in
      try send(request, over: connector, watcher)
    }
    return try sending.following(attempt.observed(request)) { result throws(ConnectionError) in
      attempt.ended(result)
      return .finished(try result.get())
    }
  }

  /// Sends the request once, without notifying the call's observers.
  static func send(
    _ request: Request,
    over connector: any HTTPConnector,
    _ watcher: (any TransferWatcher)?
  ) throws(ConnectionError) -> Step<Response> {
    if let setting = request.setting, !connector.takesRequestSettings {
      let error = UnsupportedSetting(name: setting, connector: "\(type(of: connector))")
      throw ConnectionError(.invalidRequest, nativeError: error, request: request)
    }
    if let need = request.unmetNeed(of: connector) {
      let refusal = TransferRefusal.unsupported(need.name, by: "\(type(of: connector))")
      throw ConnectionError(.invalidRequest, nativeError: refusal, request: request)
    }
    if let resuming = try resuming(request, over: connector, watcher) { return resuming }
    let watcher = watcher ?? request.context[TransferWatcherKey.self]
    if let sharing = request.context[TransferSharingKey.self] {
      var own = request
      own.context[TransferSharingKey.self] = nil
      return try send(own, over: connector, watcher.map(sharing.watcher))
    }
    let answer = OneShot<Response>()
    let progress = request.context[CallProgressKey.self]
    progress?.began()
    let started = connector.start(request, answering: answer) { transfer in
      progress?.moved(transfer)
      watcher?.transferProgressed(transfer)
    }
    let exchange = request.delivery.isStream ? StreamedExchange(started) : started
    if let result = answer.givenByCreator {
      progress?.ended()
      request.abandonBody(after: result)
      if let buffer = result.streamBuffer {
        watcher?.transferBegan(exchange)
        exchange.receive(buffer, watchedBy: watcher)
      }
      return try step(result, of: request)
    }
    watcher?.transferBegan(exchange)
    return .suspended(
      Rest(startsByWaiting: true) { () async throws(ConnectionError) in
        let result = await answer.awaited { exchange.cancel() }
        progress?.ended()
        request.abandonBody(after: result)
        if let buffer = result.streamBuffer {
          exchange.receive(buffer, watchedBy: watcher)
        } else {
          watcher?.transferEnded(exchange)
        }
        if !request.delivery.isMemory, Task.isCancelled {
          exchange.cancel()
          (try? result.get())?.removeFile()
          throw ConnectionError(.cancelled, request: request)
        }
        return try await step(result, of: request).output
      }
    )
  }

  private static func step(
    _ result: Result<Response, any Error>,
    of request: Request
  ) throws(ConnectionError) -> Step<Response> {
    switch result {
    case .success(let response):
      let response = response.answering(request)
      guard response.streamedBody == nil else { return try response.received(for: request) }
      return .finished(try response.placed(for: request))
    case .failure(let error):
      throw ConnectionError(sending: error).carrying(request)
    }
  }
}

extension HTTPConnector {
  fileprivate func start(
    _ request: Request,
    answering answer: OneShot<Response>,
    progress: @escaping @Sendable (TransferProgress) -> Void
  ) -> any HTTPExchange {
    guard let connector = self as? DefaultHTTPConnector else {
      return start(request, progress: progress, complete: answer.callback())
    }
    // NB: the response only wakes a task, which continues on the same thread.
    return connector.begin(request, isHandedOver: true, progress: progress, complete: answer.callback())
  }
}

extension Request {
  /// Stops the body's writers from waiting once the exchange has ended.
  fileprivate func abandonBody(after result: Result<Response, any Error>) {
    guard let body, body.replay == .once else { return }
    if let buffer = result.streamBuffer { buffer.atEnd { body.abandon() } } else { body.abandon() }
  }
}

extension Response {
  /// Returns the response with its request, unless it already has one.
  func answering(_ request: Request) -> Response {
    guard self.request == nil else { return self }
    var response = self
    response.request = request
    return response
  }
}

/// Shares the transfers of an exchange among the requests that wait for it.
protocol TransferSharing: Sendable {
  /// Returns the watcher of one transfer, in place of the watcher of the request that started it.
  func watcher(for leader: any TransferWatcher) -> any TransferWatcher
}

/// The object through which a request that is sent on behalf of several calls shares its transfers.
enum TransferSharingKey: RequestContextKey { typealias Value = any TransferSharing }

/// Observes the transfers of a connection, to suspend them and to report their progress.
protocol TransferWatcher: AnyObject, Sendable {
  func transferBegan(_ exchange: any HTTPExchange)
  func transferProgressed(_ progress: TransferProgress)
  func transferEnded(_ exchange: any HTTPExchange)
}

/// The watcher of a request's transfers, for a stage outside any connection.
enum TransferWatcherKey: RequestContextKey { typealias Value = any TransferWatcher }
