import Foundation

/// An exchange of a ``DefaultHTTPConnector``. It starts one transfer after another until no redirect is left to follow.
final class DefaultExchange: HTTPExchange {
  /// The caller's callbacks.
  struct Callbacks {
    let progress: @Sendable (TransferProgress) -> Void
    let complete: @Sendable (Result<Response, any Error>) -> Void
  }

  /// An event that an engine reported, and that is yet to be passed on.
  enum Event: Sendable {
    case told(WireEvent, of: WireRequest, redirects: Int)
    case progressed(TransferProgress)
    case arrived(Result<WireResponse, any Error>, for: WireRequest, redirects: Int)
    case decided(Result<RedirectPolicy.Decision, any Error>, PendingRedirect)
    case failed(any Error)
  }

  struct State {
    /// Taken at the end, and released outside the lock, so that a reference to the exchange doesn't keep the closures
    /// alive.
    var callbacks: Callbacks?
    /// The events of a recorded transfer, in order.
    var told = Fifo<Event>()
    /// The metrics of the latest transfer, as far as they are known.
    var measured: MeasuredTransfer?
    /// The latest progress, and the final event.
    var moved: TransferProgress?
    var end: Event?
    /// Whether a thread of the pool is passing events on, or about to.
    var isPassingOn = false
    var transfer: (any HTTPExchange)?
    /// Kept until the exchange ends, because an engine that is released ends its transfers.
    var engine: (any TransferEngine)?
    /// The task that decides about a redirect.
    var deciding: Task<Void, Never>?
    /// Counts the transfers that have begun and ended, to detect a transfer that ended before it could be kept.
    var turn = 0
    var isCancelled = false
    var isSuspended = false
    /// The settings of the request that is sent in place of a redirect's next request.
    var replaced: ReplacedSettings?
  }

  let request: Request
  private let ownSettings: TransferSettings
  let connector: DefaultHTTPConnector
  private let resumption: Resumption?
  let recording: (any TransferRecording)?
  private let isHandedOver: Bool
  let pool = ThreadPool.shared
  let state: Locked<State>

  /// - Parameter isHandedOver: Whether `complete` only wakes a task: see ``ThreadPool/handingOver(_:)``.
  init(
    _ request: Request,
    _ settings: TransferSettings,
    of connector: DefaultHTTPConnector,
    isHandedOver: Bool,
    progress: @escaping @Sendable (TransferProgress) -> Void,
    complete: @escaping @Sendable (Result<Response, any Error>) -> Void
  ) {
    self.request = request
    ownSettings = settings
    self.connector = connector
    self.isHandedOver = isHandedOver
    recording = request.context[TransferRecordingKey.self]
    resumption = request.destination.flatMap { _ in request.context[ResumptionKey.self] ?? Resumption(request) }
    state = Locked(State(callbacks: Callbacks(progress: progress, complete: complete)))
  }

  var settings: TransferSettings { state.withLock { $0.replaced }?.settings ?? ownSettings }

  func begin() {
    do {
      let engine = try connector.transferEngine(for: settings.engine)
      state.withLock { $0.engine = engine }
      if case .file(let url) = request.body?.content, try !OpenFile.isRegular(url) {
        // NB: a separate queue gets a separate thread, and takes none from the pool.
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
    let deciding = state.withLock { state in
      state.isCancelled = true
      state.transfer?.cancel()
      return state.deciding.take()
    }
    if let deciding {
      deciding.cancel()
      fail(URLError(.cancelled))
    }
    // Immediately, so that a restarted download continues with the bytes that this one leaves.
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

  /// Reads a file that may block, such as a named pipe, before it is sent.
  private func beginReading(_ url: URL) {
    do {
      let data = try FileHandle(forReadingFrom: url).readToEnd() ?? Data()
      send(try WireRequest(request, settings, body: .data(data)), redirects: 0)
    } catch {
      fail(error is CocoaError ? URLError(.cannotOpenFile, "\(url.path) cannot be read") : error)
    }
  }

  func send(_ wire: WireRequest, redirects: Int) {
    let start = state.withLock { state -> (turn: Int, engine: any TransferEngine)? in
      state.turn += 1
      return state.isCancelled ? nil : state.engine.map { (state.turn, $0) }
    }
    guard let (turn, engine) = start else { return fail(URLError(.cancelled)) }
    do throws(TransferRefusal) { try settings.checkPins(of: wire.address) } catch { return fail(error) }
    var sent = wire
    settings.addCookies(to: &sent)
    if let recording {
      recording.began(sent.request(for: request))
      sent.observe = { self.take(.told($0, of: wire, redirects: redirects)) }
    }
    let transfer = engine.start(sent, progress: { self.take(.progressed($0)) }) { result in
      self.take(.arrived(result, for: wire, redirects: redirects))
    }
    state.withLock { state in
      guard state.turn == turn else { return }
      state.transfer = transfer
      if state.isCancelled { transfer.cancel() } else if state.isSuspended { transfer.suspend() }
    }
  }

  func arrive(_ result: Result<WireResponse, any Error>, for wire: WireRequest, redirects: Int) {
    // NB: a streamed response arrives with its head, so its transfer continues, and may not even be kept yet.
    if (try? result.get().stream) == nil { leaveTransfer() }
    let measured = recording.flatMap { _ in state.withLock { $0.measured.take() } }
    do {
      var response = try result.get()
      settings.keepCookies(of: response, from: wire.address)
      recording?.ended(response.httpVersion)
      if let next = try wire.redirected(by: response, after: redirects, settings.redirectPolicy) {
        follow(PendingRedirect(response: response, sent: wire, next: next, count: redirects, measured: measured))
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

  func response(
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

  /// Fails on the pool, because this may be the main thread.
  func fail(_ error: any Error) { take(.failed(error)) }

  func finish(_ result: Result<Response, any Error>, naming file: PartialFile? = nil) {
    let isStreamed = (try? result.get())?.streamBuffer != nil
    let (engine, callbacks, outcome) = state.withLock {
      state -> ((any TransferEngine)?, Callbacks?, Result<Response, any Error>) in
      let callbacks = state.callbacks.take()
      let engine = isStreamed ? nil : state.engine.take()
      guard !state.isCancelled else { return (engine, callbacks, .failure(URLError(.cancelled))) }
      // NB: under the lock, so that no file is renamed after `cancel` has returned.
      return (engine, callbacks, Self.named(file, result))
    }
    withExtendedLifetime(engine) {}
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
    if let body = request.body, body.replay == .once { body.abandon() }
    let engine = state.withLock { $0.engine.take() }
    withExtendedLifetime(engine) {}
    connector.ended(self)
  }

  /// Releases the ended transfer outside the lock.
  private func leaveTransfer() {
    _ = state.withLock { state in
      state.turn += 1
      return state.transfer.take()
    }
  }

  /// Renames the file of the body, and returns the result.
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
