import Foundation

/// One exchange of a ``DefaultHTTPConnector``: transfer after transfer, until a response is not redirected any further.
final class DefaultExchange: HTTPExchange {
  /// What the caller is told by.
  fileprivate struct Callbacks {
    let progress: @Sendable (TransferProgress) -> Void
    let complete: @Sendable (Result<Response, any Error>) -> Void
  }

  /// What an engine reports of a transfer, and is yet to be passed on.
  fileprivate enum Event: Sendable {
    case told(WireEvent, of: WireRequest, redirects: Int)
    case progressed(TransferProgress)
    case arrived(Result<WireResponse, any Error>, for: WireRequest, redirects: Int)
    case failed(any Error)
  }

  fileprivate struct State {
    /// Taken at the end, and released outside the lock, so that whoever holds the exchange does not hold what it calls.
    var callbacks: Callbacks?
    /// What was told of a transfer that is recorded, in order.
    var told = Fifo<Event>()
    /// How long the latest transfer took, as far as that is known.
    var measured: MeasuredTransfer?
    /// The latest progress, and the end of the transfer.
    var moved: TransferProgress?
    var end: Event?
    /// Whether a thread of the pool is passing events on, or about to.
    var isPassingOn = false
    var transfer: (any HTTPExchange)?
    /// How many transfers have begun and ended; tells a transfer that ended before it could be kept.
    var turn = 0
    var isCancelled = false
    var isSuspended = false
  }

  private let request: Request
  private let settings: TransferSettings
  private let connector: DefaultHTTPConnector
  private let resumption: Resumption?
  private let recording: (any TransferRecording)?
  private let isHandedOver: Bool
  private let pool = ThreadPool.shared
  private let state: Locked<State>

  /// - Parameter isHandedOver: Whether `complete` does no more than wake a task, see ``ThreadPool/handingOver(_:)``.
  init(
    _ request: Request,
    _ settings: TransferSettings,
    of connector: DefaultHTTPConnector,
    isHandedOver: Bool,
    progress: @escaping @Sendable (TransferProgress) -> Void,
    complete: @escaping @Sendable (Result<Response, any Error>) -> Void
  ) {
    self.request = request
    self.settings = settings
    self.connector = connector
    self.isHandedOver = isHandedOver
    recording = request.context[TransferRecordingKey.self]
    resumption = request.destination.flatMap { _ in request.context[ResumptionKey.self] ?? Resumption(request) }
    state = Locked(State(callbacks: Callbacks(progress: progress, complete: complete)))
  }

  func begin() {
    do {
      if case .file(let url) = request.body?.content, try !OpenFile.isRegular(url) {
        // NB: a queue of its own, which gets a thread of its own, and takes none from the pool.
        DispatchQueue(label: "AbstractHTTP.body").async { self.beginReading(url) }
      } else {
        var wire = try WireRequest(request, settings)
        wire.resume(resumption, isAsked: request.context[ResumptionKey.self] != nil)
        send(wire, redirects: 0)
      }
    } catch {
      fail(error)
    }
  }

  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      state.transfer?.cancel()
    }
    // At once, so that a download that is started again goes on with what this one leaves.
    resumption?.leave()
  }

  func suspend() {
    state.withLock { state in
      state.isSuspended = true
      state.transfer?.suspend()
    }
  }

  func resume() {
    state.withLock { state in
      state.isSuspended = false
      state.transfer?.resume()
    }
  }

  /// Reads what can only be waited for, such as a named pipe, before it is sent.
  private func beginReading(_ url: URL) {
    do {
      let data = try FileHandle(forReadingFrom: url).readToEnd() ?? Data()
      send(try WireRequest(request, settings, body: .data(data)), redirects: 0)
    } catch {
      fail(error is CocoaError ? URLError(.cannotOpenFile, "\(url.path) cannot be read") : error)
    }
  }

  private func send(_ wire: WireRequest, redirects: Int) {
    let turn = state.withLock { state in
      state.turn += 1
      return state.isCancelled ? nil : state.turn
    }
    guard let turn else { return fail(URLError(.cancelled)) }
    var sent = wire
    settings.addCookies(to: &sent)
    if let recording {
      recording.began(sent.request(for: request))
      sent.observe = { self.take(.told($0, of: wire, redirects: redirects)) }
    }
    let transfer = connector.engine.start(sent, progress: { self.take(.progressed($0)) }) { result in
      self.take(.arrived(result, for: wire, redirects: redirects))
    }
    state.withLock { state in
      guard state.turn == turn else { return }
      state.transfer = transfer
      if state.isCancelled { transfer.cancel() } else if state.isSuspended { transfer.suspend() }
    }
  }

  private func arrive(_ result: Result<WireResponse, any Error>, for wire: WireRequest, redirects: Int) {
    // NB: a streamed response comes at its head, so its transfer goes on, and may not even be kept yet.
    if (try? result.get().stream) == nil { leaveTransfer() }
    let measured = recording.flatMap { _ in state.withLock { $0.measured.take() } }
    do {
      var response = try result.get()
      settings.keepCookies(of: response, from: wire.address)
      recording?.ended(response.httpVersion)
      if settings.isRedirectEnabled, let next = try wire.redirected(by: response, after: redirects) {
        if let recording, let url = next.url {
          recording.redirected(by: self.response(response, from: wire, redirects, measured), to: url)
        }
        send(next, redirects: redirects + 1)
      } else {
        response = try wire.placed(response)
        finish(.success(self.response(response, from: wire, redirects, measured)), naming: response.file)
      }
    } catch is PartMismatch where wire.resumedFrom > 0 {
      send(wire.beginningAnew(), redirects: redirects)
    } catch {
      finish(.failure(error))
    }
  }

  private func response(
    _ wire: WireResponse,
    from sent: WireRequest,
    _ redirects: Int,
    _ measured: MeasuredTransfer?
  ) -> Response {
    let isAsGiven = redirects == 0 && sent.address.userInfo == nil
    let url = isAsGiven ? request.url : sent.url
    var response = Response(
      statusCode: wire.statusCode,
      headers: wire.headers,
      data: wire.data,
      url: url,
      request: request,
      file: wire.file?.url
    )
    if !wire.httpVersion.isEmpty { response.protocolVersion = wire.httpVersion }
    if let measured { response.metrics = measured.metrics }
    if let trailers = wire.trailers { response.trailers = trailers }
    if let stream = wire.stream { response.receive(stream) }
    if let offset = wire.file?.resumedFrom { response.resumedFrom = offset }
    return response
  }

  /// Fails on the pool, since this may be the main thread.
  private func fail(_ error: any Error) { take(.failed(error)) }

  private func finish(_ result: Result<Response, any Error>, naming file: PartialFile? = nil) {
    let (callbacks, outcome) = state.withLock { state -> (Callbacks?, Result<Response, any Error>) in
      let callbacks = state.callbacks.take()
      guard !state.isCancelled else { return (callbacks, .failure(URLError(.cancelled))) }
      // NB: under the lock, so that no file gets its name after a cancel has returned.
      return (callbacks, Self.named(file, result))
    }
    file?.discard()
    if case .failure(let error) = outcome { resumption?.leave(after: error) } else { resumption?.leave() }
    guard let complete = callbacks?.complete else { return }
    if let buffer = (try? outcome.get())?.streamBuffer {
      buffer.atEnd { self.end() }
    } else {
      end()
    }
    if isHandedOver { ThreadPool.handingOver { complete(outcome) } } else { complete(outcome) }
  }

  private func end() {
    leaveTransfer()
    connector.ended(self)
  }

  /// Lets go of the transfer, which has ended, outside the lock.
  private func leaveTransfer() {
    _ = state.withLock { state in
      state.turn += 1
      return state.transfer.take()
    }
  }

  /// The result, once the file of its body has its name.
  private static func named(
    _ file: PartialFile?,
    _ result: Result<Response, any Error>
  ) -> Result<Response, any Error> {
    do throws(URLError) {
      try file?.finish()
      return result
    } catch {
      return .failure(error)
    }
  }
}

// MARK: - Off the engine's thread

extension DefaultExchange {
  /// Takes an event on the engine's thread, and passes it on by the pool: one after the other, in their order. Of progress
  /// that comes faster than it is heard, only the latest is kept.
  private func take(_ event: Event) {
    let mustBegin = state.withLock { state in
      state.take(event)
      defer { state.isPassingOn = true }
      return !state.isPassingOn
    }
    if mustBegin { pool.submit { self.passOn() } }
  }

  private func passOn() {
    while let (event, callbacks) = state.withLock({ state in state.next().map { ($0, state.callbacks) } }) {
      switch event {
      case .told(let told, let wire, let redirects): note(told, of: wire, redirects)
      case .progressed(let moved): callbacks?.progress(moved)
      case .arrived(let result, let wire, let redirects): arrive(result, for: wire, redirects: redirects)
      case .failed(let error): finish(.failure(error))
      }
    }
  }

  /// Passes on what was told of a transfer that is recorded.
  private func note(_ event: WireEvent, of wire: WireRequest, _ redirects: Int) {
    switch event {
    case .interim(let head): recording?.informed(response(ReceivedBody().end(after: head), from: wire, redirects, nil))
    case .head(let head, let metrics):
      let measured = MeasuredTransfer(metrics: metrics)
      state.withLock { $0.measured = measured }
      recording?.received(response(ReceivedBody().end(after: head), from: wire, redirects, measured))
    case .ended(let metrics, let then):
      state.withLock { $0.measured = MeasuredTransfer(metrics: metrics) }
      recording?.measured(metrics)
      then?()
    }
  }
}

/// The metrics of a transfer behind one reference, which costs little where nothing is measured.
private final class MeasuredTransfer: Sendable {
  let metrics: TransferMetrics

  init(metrics: TransferMetrics) { self.metrics = metrics }
}

extension DefaultExchange.State {
  fileprivate mutating func take(_ event: DefaultExchange.Event) {
    switch event {
    case .told: told.append(event)
    case .progressed(let moved): self.moved = moved
    case .arrived, .failed: end = event
    }
  }

  fileprivate mutating func next() -> DefaultExchange.Event? {
    if let told = told.popFirst() { return told }
    if let moved = moved.take() { return .progressed(moved) }
    isPassingOn = end != nil
    return end.take()
  }
}
