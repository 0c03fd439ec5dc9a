/// The parts of a connection that don't depend on its model: settings, state, and transfers.
///
/// It doesn't know the model's type, and neither does ``ConnectionDriver``, which runs it. Non-generic code is compiled
/// once, while a generic class looks up its types wherever it is used from another module.
final class ConnectionCore: Sendable {
  let requestSpec: any RequestSpec
  let makeRequest: RequestMaking?
  /// Whether the model is the stream of the response, regardless of the spec.
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

/// Replaces the way in which the spec creates its request.
typealias RequestMaking = @Sendable (any URLEncoder) throws(ConnectionError) -> Request

extension ConnectionCore {
  /// Creates the request again.
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

/// A response and the model parsed from it, as listeners and the promise receive them.
///
/// A class, because it is passed on often, and a copy would retain each of its parts.
final class ParsedResponse: Sendable {
  let response: Response
  let model: any Sendable
  let settlement: AnyOutcome

  init(response: Response, model: some Sendable) {
    self.response = response
    self.model = model
    settlement = .value(model)
  }
}
