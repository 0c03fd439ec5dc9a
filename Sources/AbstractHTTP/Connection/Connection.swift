/// One API call, from its spec to its result.
///
/// ```swift
/// Connection(GetUser()) { user in
///   print(user.name)
/// }
/// .addOnError { error, response, user in print(error) }
/// .start()
/// ```
///
/// ``ConnectionListener`` draws the order of its events; `description` prints the order of its stages. Once started it is kept
/// alive by its ``holder`` until its `onEnd`. All members may be used from any thread.
public final class Connection<ResponseModel: Sendable>: ConnectionTask {
  let core: ConnectionCore
  let responseSpec: any ResponseSpec<ResponseModel>
  /// Called with the model, before the promise is fulfilled.
  private let success: (@Sendable (ResponseModel) -> Void)?

  init(
    _ requestSpec: any RequestSpec,
    _ responseSpec: any ResponseSpec<ResponseModel>,
    _ success: (@Sendable (ResponseModel) -> Void)?,
    options: ConnectionOptions.Shared = ConnectionConfig.shared.shared,
    makingRequest makeRequest: RequestMaking? = nil
  ) {
    core = ConnectionCore(requestSpec, options, makeRequest, isStreamed: ResponseModel.self == ResponseStream.self)
    self.responseSpec = responseSpec
    self.success = success
  }

  /// What is sent.
  public var requestSpec: any RequestSpec { core.requestSpec }

  /// Makes a connection of the specification of an API.
  ///
  /// - Parameters:
  ///   - connectionSpec: What is sent, and what is made of the response.
  ///   - onSuccess: Called with the model, on the delivery thread, before the promise is fulfilled.
  public convenience init<S: ConnectionSpec>(
    _ connectionSpec: S,
    onSuccess: (@Sendable (ResponseModel) -> Void)? = nil
  ) where S.ResponseModel == ResponseModel {
    self.init(connectionSpec, connectionSpec, onSuccess)
  }

  /// Makes a connection of a specification in two parts.
  ///
  /// - Parameters:
  ///   - requestSpec: What is sent.
  ///   - responseSpec: What is made of the response.
  ///   - onSuccess: Called with the model, on the delivery thread, before the promise is fulfilled.
  public convenience init<S: ResponseSpec>(
    requestSpec: any RequestSpec,
    responseSpec: S,
    onSuccess: (@Sendable (ResponseModel) -> Void)? = nil
  ) where S.ResponseModel == ResponseModel {
    self.init(requestSpec, responseSpec, onSuccess)
  }

  /// Makes a connection whose success closure belongs to a screen.
  ///
  /// - Parameters:
  ///   - connectionSpec: What is sent, and what is made of the response.
  ///   - actor: `MainActor.self`.
  ///   - onSuccess: Called with the model on the main thread: before the promise is fulfilled where
  ///     ``callbackInMainThread`` is true, and as soon as the main thread is free elsewhere.
  public convenience init<S: ConnectionSpec>(
    _ connectionSpec: S,
    on actor: MainActor.Type,
    onSuccess: @escaping @MainActor @Sendable (ResponseModel) -> Void
  ) where S.ResponseModel == ResponseModel {
    self.init(connectionSpec, connectionSpec) { model in MainThread.perform { onSuccess(model) } }
  }

  /// Makes a connection of a specification in two parts, whose success closure belongs to a screen.
  public convenience init<S: ResponseSpec>(
    requestSpec: any RequestSpec,
    responseSpec: S,
    on actor: MainActor.Type,
    onSuccess: @escaping @MainActor @Sendable (ResponseModel) -> Void
  ) where S.ResponseModel == ResponseModel {
    self.init(requestSpec, responseSpec) { model in MainThread.perform { onSuccess(model) } }
  }
}

extension Connection: TypedConnection {
  var driver: ConnectionDriver { ConnectionDriver(connection: self, core: core) }

  func check(_ response: Response) throws { try responseSpec.check(response) }

  func parse(_ response: Response) throws -> ParsedResponse {
    let model = try responseSpec.parseResponse(response: response)
    return ParsedResponse(response: response, model: model, settlement: .value(model))
  }

  func tellSuccess(_ answered: ParsedResponse) {
    guard let success, case .fulfilled(let model) = answered.settlement else { return }
    success(unbox(model, as: ResponseModel.self))
  }
}

extension Connection: CustomStringConvertible {
  /// The stages of the connection in their order, as it would run now.
  public var description: String { pipeline.description }

  /// The same as a Mermaid flowchart.
  public var mermaid: String { pipeline.mermaid }
}

/// What a connection's `start()` returns: chain it with `.success` and `.failure`, or await its `value`.
public typealias ConnectionPromise<Model: Sendable> = Promise<TransferProgress, Model, ConnectionError>

extension Connection: CustomReflectable {
  /// The pipeline and the types of the specs, since their values may be secrets.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "pipeline": description, "requestSpec": "\(type(of: requestSpec))", "responseSpec": "\(type(of: responseSpec))",
      ],
      displayStyle: .class,
      ancestorRepresentation: .suppressed
    )
  }
}
