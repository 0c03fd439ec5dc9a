public import Foundation

/// Methods whose closure is isolated to the main actor, wherever it is written.
extension HTTP {
  /// Sends the request, as ``fetchModel(parse:_:)`` does, and calls a closure on the main thread.
  @discardableResult
  public func fetchModel<Model: Sendable>(
    parse: @escaping @Sendable (Response) throws -> Model,
    on actor: MainActor.Type,
    _ onSuccess: @escaping @MainActor @Sendable (Model) -> Void
  ) -> Connection<Model> {
    fetchModel(parse: parse, onSuccess)
  }

  /// Sends the request, as ``fetchResponse(_:)`` does, and calls a closure on the main thread.
  @discardableResult
  public func fetchResponse(
    on actor: MainActor.Type,
    _ onSuccess: @escaping @MainActor @Sendable (Response) -> Void
  ) -> Connection<Response> {
    fetchResponse(onSuccess)
  }

  /// Sends the request, as ``fetchData(_:)`` does, and calls a closure on the main thread.
  @discardableResult
  public func fetchData(
    on actor: MainActor.Type,
    _ onSuccess: @escaping @MainActor @Sendable (Data) -> Void
  ) -> Connection<Data> {
    fetchData(onSuccess)
  }

  /// Sends the request, as ``fetchString(encoding:_:)`` does, and calls a closure on the main thread.
  @discardableResult
  public func fetchString(
    encoding: String.Encoding? = nil,
    on actor: MainActor.Type,
    _ onSuccess: @escaping @MainActor @Sendable (String) -> Void
  ) -> Connection<String> {
    fetchString(encoding: encoding, onSuccess)
  }

  /// Sends the request, as ``fetch(_:decoder:_:)`` does, and calls a closure on the main thread.
  @discardableResult
  public func fetch<Model: Decodable & Sendable>(
    _ type: Model.Type = Model.self,
    decoder: (any ResponseDecoder)? = nil,
    on actor: MainActor.Type,
    _ onSuccess: @escaping @MainActor @Sendable (Model) -> Void
  ) -> Connection<Model> {
    fetch(type, decoder: decoder, onSuccess)
  }

  /// Sends the request, as ``fetchJSON(_:)`` does, and calls a closure on the main thread.
  @discardableResult
  public func fetchJSON(
    on actor: MainActor.Type,
    _ onSuccess: @escaping @MainActor @Sendable (JSON) -> Void
  ) -> Connection<JSON> {
    fetchJSON(onSuccess)
  }

  /// Sends the request, as ``fetchJSONModel(_:_:)`` does, and calls a closure on the main thread.
  @discardableResult
  public func fetchJSONModel<Model: JSONModel>(
    _ type: Model.Type = Model.self,
    on actor: MainActor.Type,
    _ onSuccess: @escaping @MainActor @Sendable (Model) -> Void
  ) -> Connection<Model> {
    fetchJSONModel(type, onSuccess)
  }

  /// Sends the request, as ``download(to:_:)`` does, and calls a closure on the main thread.
  @discardableResult
  public func download(
    to destination: DownloadDestination,
    on actor: MainActor.Type,
    _ onSuccess: @escaping @MainActor @Sendable (_ file: URL) -> Void
  ) -> Connection<URL> {
    download(to: destination, onSuccess)
  }

  /// Adds a closure that is called after every failure and cancellation, on the main thread.
  public func addOnError(
    on actor: MainActor.Type,
    _ onError: @escaping @MainActor @Sendable (ConnectionError, Response?, (any Sendable)?) -> Void
  ) -> HTTP {
    addOnError(onError)
  }

  /// Adds a closure that is called at the end of every call, on the main thread.
  public func addOnEnd(
    on actor: MainActor.Type,
    _ onEnd: @escaping @MainActor @Sendable (Response?, (any Sendable)?, ConnectionError?) -> Void
  ) -> HTTP {
    addOnEnd(onEnd)
  }
}
