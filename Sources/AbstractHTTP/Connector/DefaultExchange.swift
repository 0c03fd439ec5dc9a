import Foundation

/// One exchange of a ``DefaultHTTPConnector``: transfer after transfer, until a response is not redirected any further.
final class DefaultExchange: HTTPExchange {
  private typealias Complete = @Sendable (Result<Response, any Error>) -> Void

  private struct State {
    /// Taken at the end, so that whoever holds the exchange does not hold what it calls.
    var complete: Complete?
    var progress: @Sendable (TransferProgress) -> Void
    var transfer: (any HTTPExchange)?
    /// How many transfers have begun and ended; tells a transfer that ended before it could be kept.
    var turn = 0
    var isCancelled = false
    var isSuspended = false
  }

  private let request: Request
  private let settings: TransferSettings
  private let connector: DefaultHTTPConnector
  private let state: Locked<State>

  init(
    _ request: Request,
    _ settings: TransferSettings,
    of connector: DefaultHTTPConnector,
    progress: @escaping @Sendable (TransferProgress) -> Void,
    complete: @escaping @Sendable (Result<Response, any Error>) -> Void
  ) {
    self.request = request
    self.settings = settings
    self.connector = connector
    state = Locked(State(complete: complete, progress: progress))
  }

  func begin() {
    do {
      if case .file(let url) = request.body?.content, try !OpenFile.isRegular(url) {
        DispatchQueue.global().async { self.beginReading(url) }
      } else {
        send(try WireRequest(request, settings), redirects: 0)
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
    let (turn, progress) = state.withLock { state in
      state.turn += 1
      return (state.isCancelled ? nil : state.turn, state.progress)
    }
    guard let turn else { return fail(URLError(.cancelled)) }
    var sent = wire
    settings.addCookies(to: &sent)
    let transfer = connector.engine.start(sent, progress: progress) { result in
      self.arrive(result, for: wire, redirects: redirects)
    }
    state.withLock { state in
      guard state.turn == turn else { return }
      state.transfer = transfer
      if state.isCancelled { transfer.cancel() } else if state.isSuspended { transfer.suspend() }
    }
  }

  private func arrive(_ result: Result<WireResponse, any Error>, for wire: WireRequest, redirects: Int) {
    state.withLock { state in
      state.turn += 1
      state.transfer = nil
    }
    do {
      let response = try result.get()
      settings.keepCookies(of: response, from: wire.address)
      if settings.isRedirectEnabled, let next = try wire.redirected(by: response, after: redirects) {
        send(next, redirects: redirects + 1)
      } else {
        finish(.success(self.response(response, from: wire, isRedirected: redirects > 0)), naming: response.file)
      }
    } catch {
      finish(.failure(error))
    }
  }

  private func response(_ wire: WireResponse, from sent: WireRequest, isRedirected: Bool) -> Response {
    let address = sent.address
    let isAsGiven = !isRedirected && address.userInfo == nil
    let url = isAsGiven ? request.url : URL(string: address.text + (address.fragment.map { "#" + $0 } ?? ""))
    return Response(
      statusCode: wire.statusCode,
      headers: wire.headers,
      data: wire.data,
      url: url,
      request: request,
      file: wire.file?.url
    )
  }

  /// Fails where the caller's thread, which may be the main one, is still this one.
  private func fail(_ error: any Error) {
    DispatchQueue.global().async { self.finish(.failure(error)) }
  }

  private func finish(_ result: Result<Response, any Error>, naming file: PartialFile? = nil) {
    let (complete, outcome) = state.withLock { state -> (Complete?, Result<Response, any Error>) in
      defer { (state.complete, state.progress) = (nil, { _ in }) }
      guard !state.isCancelled else { return (state.complete, .failure(URLError(.cancelled))) }
      // NB: under the lock, so that no file gets its name after a cancel has returned.
      return (state.complete, Self.named(file, result))
    }
    file?.discard()
    guard let complete else { return }
    connector.ended(self)
    complete(outcome)
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
