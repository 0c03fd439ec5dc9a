public import Foundation

extension HTTP {
  /// Sends the request, and creates a model from the response with a closure. If the closure throws, the error is
  /// `.parse`.
  ///
  /// - Parameter parse: Creates the model from the response, on a thread of the library's pool, which it may block.
  public func fetchModel<Model: Sendable>(
    parse: @escaping @Sendable (Response) throws -> Model
  ) -> ConnectionPromise<Model> {
    connection(parse, nil).start()
  }

  /// Sends the request, and creates a model from the response with a closure. If the closure throws, the error is
  /// `.parse`.
  ///
  /// - Parameters:
  ///   - parse: Creates the model from the response, on a thread of the library's pool, which it may block.
  ///   - onSuccess: Called with the model, on the delivery thread.
  /// - Returns: The started connection.
  @discardableResult
  public func fetchModel<Model: Sendable>(
    parse: @escaping @Sendable (Response) throws -> Model,
    @_inheritActorContext _ onSuccess: @escaping @isolated(any) @Sendable (Model) -> Void
  ) -> Connection<Model> {
    let connection = connection(parse, MainThread.calling(onSuccess))
    connection.start()
    return connection
  }

  /// Sends the request, and returns the response.
  public func fetchResponse() -> ConnectionPromise<Response> { fetchModel { $0 } }

  /// Sends the request, and returns the response.
  ///
  /// - Parameter onSuccess: Called with the response, on the delivery thread.
  /// - Returns: The started connection.
  @discardableResult
  public func fetchResponse(@_inheritActorContext _ onSuccess: @escaping @isolated(any) @Sendable (Response) -> Void)
    -> Connection<Response>
  {
    fetchModel(parse: { $0 }, onSuccess)
  }

  /// Sends the request, and returns the body of the response.
  public func fetchData() -> ConnectionPromise<Data> { fetchModel { try $0.contents() } }

  /// Sends the request, and returns the body of the response.
  ///
  /// - Parameter onSuccess: Called with the body, on the delivery thread.
  /// - Returns: The started connection.
  @discardableResult
  public func fetchData(@_inheritActorContext _ onSuccess: @escaping @isolated(any) @Sendable (Data) -> Void)
    -> Connection<Data>
  {
    fetchModel(parse: { try $0.contents() }, onSuccess)
  }

  /// Sends the request, and reads the body as text. If the bytes aren't valid in the encoding, the error is `.parse`.
  ///
  /// - Parameter encoding: The encoding. Defaults to the one that the response declares, otherwise UTF-8.
  public func fetchString(encoding: String.Encoding? = nil) -> ConnectionPromise<String> {
    fetchModel { try $0.inMemory().text(encoding: encoding) }
  }

  /// Sends the request, and reads the body as text. If the bytes aren't valid in the encoding, the error is `.parse`.
  ///
  /// - Parameters:
  ///   - encoding: The encoding. Defaults to the one that the response declares, otherwise UTF-8.
  ///   - onSuccess: Called with the text, on the delivery thread.
  /// - Returns: The started connection.
  @discardableResult
  public func fetchString(
    encoding: String.Encoding? = nil,
    @_inheritActorContext _ onSuccess: @escaping @isolated(any) @Sendable (String) -> Void
  ) -> Connection<String> {
    fetchModel(parse: { try $0.inMemory().text(encoding: encoding) }, onSuccess)
  }

  /// Sends the request, and decodes the body, from JSON by default. If the body doesn't match the type, the error is
  /// `.parse`.
  ///
  /// - Parameters:
  ///   - type: The type of the model. Defaults to the inferred type.
  ///   - decoder: The decoder. Defaults to that of the options, for JSON.
  public func fetch<Model: Decodable & Sendable>(
    _ type: Model.Type = Model.self,
    decoder: (any ResponseDecoder)? = nil
  ) -> ConnectionPromise<Model> {
    let options = decoder.map { DecodingOptions($0) }
    return fetchModel { try $0.decodedModel(type, by: options ?? $0.decoding) }
  }

  /// Sends the request, and decodes the body, from JSON by default. If the body doesn't match the type, the error is
  /// `.parse`.
  ///
  /// - Parameters:
  ///   - type: The type of the model. Defaults to the inferred type.
  ///   - decoder: The decoder. Defaults to that of the options, for JSON.
  ///   - onSuccess: Called with the model, on the delivery thread.
  /// - Returns: The started connection.
  @discardableResult
  public func fetch<Model: Decodable & Sendable>(
    _ type: Model.Type = Model.self,
    decoder: (any ResponseDecoder)? = nil,
    @_inheritActorContext _ onSuccess: @escaping @isolated(any) @Sendable (Model) -> Void
  ) -> Connection<Model> {
    let options = decoder.map { DecodingOptions($0) }
    return fetchModel(parse: { try $0.decodedModel(type, by: options ?? $0.decoding) }, onSuccess)
  }

  func connection<Model: Sendable>(
    _ parse: @escaping @Sendable (Response) throws -> Model,
    _ onSuccess: (@Sendable (Model) -> Void)?
  ) -> Connection<Model> {
    let connection = Connection(
      spec,
      HTTPResponseSpec(isValid: validate, parse: parse),
      onSuccess,
      options: options ?? ConnectionConfig.shared.shared
    )
    for change in setup { change(connection) }
    if !connectorSetup.isEmpty, let connector = connection.httpConnector as? DefaultHTTPConnector {
      for change in connectorSetup { change(connector) }
    }
    return connection
  }
}
