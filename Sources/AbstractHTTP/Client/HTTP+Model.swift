public import Foundation

extension HTTP {
  /// Sends the request, and creates a model from the response by a closure. An error that it throws is a `.parse` error.
  public func fetchModel<Model: Sendable>(
    parse: @escaping @Sendable (Response) throws -> Model
  ) -> ConnectionPromise<Model> {
    connection(parse, nil).start()
  }

  /// Sends the request, and creates a model from the response by a closure. An error that it throws is a `.parse` error.
  ///
  /// - Returns: The started connection.
  @discardableResult
  public func fetchModel<Model: Sendable>(
    parse: @escaping @Sendable (Response) throws -> Model,
    _ onSuccess: @escaping @Sendable (Model) -> Void
  ) -> Connection<Model> {
    let connection = connection(parse, onSuccess)
    connection.start()
    return connection
  }

  /// Sends the request for the response.
  public func fetchResponse() -> ConnectionPromise<Response> { fetchModel { $0 } }

  /// Sends the request for the response.
  ///
  /// - Returns: The started connection.
  @discardableResult
  public func fetchResponse(_ onSuccess: @escaping @Sendable (Response) -> Void) -> Connection<Response> {
    fetchModel(parse: { $0 }, onSuccess)
  }

  /// Sends the request for the body of the response.
  public func fetchData() -> ConnectionPromise<Data> { fetchModel { $0.data } }

  /// Sends the request for the body of the response.
  ///
  /// - Returns: The started connection.
  @discardableResult
  public func fetchData(_ onSuccess: @escaping @Sendable (Data) -> Void) -> Connection<Data> {
    fetchModel(parse: { $0.data }, onSuccess)
  }

  /// Sends the request, and reads the body as text. Bytes that aren't text in the encoding are a `.parse` error.
  ///
  /// - Parameter encoding: By default what the response declares, else UTF-8.
  public func fetchString(encoding: String.Encoding? = nil) -> ConnectionPromise<String> {
    fetchModel { try $0.text(encoding: encoding) }
  }

  /// Sends the request, and reads the body as text. Bytes that aren't text in the encoding are a `.parse` error.
  ///
  /// - Parameters:
  ///   - encoding: By default what the response declares, else UTF-8.
  ///   - onSuccess: Called with the text, on the delivery thread.
  /// - Returns: The started connection.
  @discardableResult
  public func fetchString(
    encoding: String.Encoding? = nil,
    _ onSuccess: @escaping @Sendable (String) -> Void
  ) -> Connection<String> {
    fetchModel(parse: { try $0.text(encoding: encoding) }, onSuccess)
  }

  /// Sends the request, and decodes the body from JSON. A body that doesn't match the type is a `.parse` error.
  public func fetch<Model: Decodable & Sendable>(
    _ type: Model.Type = Model.self,
    decoder: JSONDecoder? = nil
  ) -> ConnectionPromise<Model> {
    let options = decoder.map { DecodingOptions($0) }
    return fetchModel { try (options ?? $0.decoding).decode(type, from: $0.data) }
  }

  /// Sends the request, and decodes the body from JSON. A body that doesn't match the type is a `.parse` error.
  ///
  /// - Returns: The started connection.
  @discardableResult
  public func fetch<Model: Decodable & Sendable>(
    _ type: Model.Type = Model.self,
    decoder: JSONDecoder? = nil,
    _ onSuccess: @escaping @Sendable (Model) -> Void
  ) -> Connection<Model> {
    let options = decoder.map { DecodingOptions($0) }
    return fetchModel(parse: { try (options ?? $0.decoding).decode(type, from: $0.data) }, onSuccess)
  }

  private func connection<Model: Sendable>(
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
