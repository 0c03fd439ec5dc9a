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
/// See ``ConnectionListener`` for the order of its events, and print `description` for the order of its stages. A
/// started connection is kept alive by its ``holder`` until `onEnd`. All members may be used from any thread.
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

  /// The spec of the request.
  public var requestSpec: any RequestSpec { core.requestSpec }

  /// Creates a connection from the spec of a call.
  ///
  /// - Parameters:
  ///   - connectionSpec: Describes the request and the model of the response.
  ///   - onSuccess: Called with the model, on the delivery thread, before the promise is fulfilled.
  public convenience init<S: ConnectionSpec>(
    _ connectionSpec: S,
    onSuccess: (@Sendable (ResponseModel) -> Void)? = nil
  ) where S.ResponseModel == ResponseModel {
    self.init(connectionSpec, connectionSpec, onSuccess)
  }

  /// Creates a connection from separate specs for the request and the response.
  ///
  /// - Parameters:
  ///   - requestSpec: Describes the request.
  ///   - responseSpec: Describes how the response becomes a model.
  ///   - onSuccess: Called with the model, on the delivery thread, before the promise is fulfilled.
  public convenience init<S: ResponseSpec>(
    requestSpec: any RequestSpec,
    responseSpec: S,
    onSuccess: (@Sendable (ResponseModel) -> Void)? = nil
  ) where S.ResponseModel == ResponseModel {
    self.init(requestSpec, responseSpec, onSuccess)
  }

  /// Creates a connection whose success closure is isolated to the main actor.
  ///
  /// - Parameters:
  ///   - connectionSpec: Describes the request and the model of the response.
  ///   - actor: `MainActor.self`.
  ///   - onSuccess: Called with the model on the main thread. If ``callbackInMainThread`` is true, it is called before
  ///     the promise is fulfilled, otherwise as soon as the main thread is free.
  public convenience init<S: ConnectionSpec>(
    _ connectionSpec: S,
    on actor: MainActor.Type,
    onSuccess: @escaping @MainActor @Sendable (ResponseModel) -> Void
  ) where S.ResponseModel == ResponseModel {
    self.init(connectionSpec, connectionSpec) { model in MainThread.perform { onSuccess(model) } }
  }

  /// Creates a connection from separate specs, whose success closure is isolated to the main actor.
  ///
  /// - Parameters:
  ///   - requestSpec: Describes the request.
  ///   - responseSpec: Describes how the response becomes a model.
  ///   - actor: `MainActor.self`.
  ///   - onSuccess: Called with the model on the main thread. If ``callbackInMainThread`` is true, it is called before
  ///     the promise is fulfilled, otherwise as soon as the main thread is free.
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
    return ParsedResponse(response: response, model: model)
  }

  func tellSuccess(_ answered: ParsedResponse) {
    guard let success, case .fulfilled(let model) = answered.settlement else { return }
    success(unbox(model, as: ResponseModel.self))
  }
}

extension Connection: CustomStringConvertible {
  /// The stages of the connection in their order, as they would run now.
  public var description: String { pipeline.description }

  /// The stages of the connection as a Mermaid flowchart.
  public var mermaid: String { pipeline.mermaid }
}

/// The type of the promise that `start()` returns: chain it with `.success` and `.failure`, or await its `value`.
public typealias ConnectionPromise<Model: Sendable> = Promise<TransferProgress, Model, ConnectionError>

extension Connection: CustomReflectable {
  /// The pipeline and the types of the specs, without the specs' values, which may be secrets.
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
