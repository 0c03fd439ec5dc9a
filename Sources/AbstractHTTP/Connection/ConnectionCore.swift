/// The parts of a connection that don't depend on its model: settings, state, and transfers.
///
/// It knows nothing of the model's type, and neither does ``ConnectionDriver``, which moves it: code without generics is made
/// once, while a generic class looks its types up wherever it is used from another module.
final class ConnectionCore: Sendable {
  let requestSpec: any RequestSpec
  let makeRequest: RequestMaking?
  /// Whether the model is the stream of the response, whatever the spec says.
  let isStreamed: Bool
  let settings: Locked<ConnectionSettings>
  let state = Locked(ConnectionState())
  let transfers = Locked(TransferState())

  init(
    _ requestSpec: any RequestSpec,
    _ options: ConnectionOptions.Shared,
    _ makeRequest: RequestMaking? = nil,
    isStreamed: Bool = false
  ) {
    self.requestSpec = requestSpec
    self.makeRequest = makeRequest
    self.isStreamed = isStreamed
    settings = Locked(ConnectionSettings(options))
  }
}

/// Makes the request of a connection in another way than its spec does by itself.
typealias RequestMaking = @Sendable (any URLEncoder) throws(ConnectionError) -> Request

extension ConnectionCore {
  /// Makes the request anew.
  func request() throws(ConnectionError) -> Request {
    var request = try specifiedRequest()
    if isStreamed { request.delivery = .stream }
    return request
  }

  private func specifiedRequest() throws(ConnectionError) -> Request {
    let shared = settings.withLock { $0.shared }
    guard let makeRequest else { return try shared.options.request(requestSpec, urlEncoder: urlEncoder) }
    var request = try makeRequest(urlEncoder)
    shared.options.apply(to: &request)
    return request
  }
}

/// A connection as its driver sees it: its identity, and the steps that depend on the model's type.
protocol TypedConnection: ConnectionTask {
  func transformed(for run: ConnectionDriver.Run) -> Stage<RunContext<Void>, RunContext<ParsedResponse>>
  func check(_ response: Response) throws
  func parse(_ response: Response) throws -> ParsedResponse
  func tellSuccess(_ answered: ParsedResponse)
}

/// A response, and the model that was made of it, as listeners and as the promise see it.
struct ParsedResponse: Sendable {
  let response: Response
  let model: any Sendable
  let settlement: AnyOutcome
}
