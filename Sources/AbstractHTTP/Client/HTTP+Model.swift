public import Foundation

extension HTTP {
  /// Sends, and makes a model of the response by a closure; what it throws is a `.parse` error.
  public func asModel<Model: Sendable>(
    parse: @escaping @Sendable (Response) throws -> Model
  ) -> ConnectionPromise<Model> {
    connection(parse, nil).start()
  }

  /// Sends, and makes a model of the response by a closure; what it throws is a `.parse` error.
  ///
  /// - Returns: The started connection.
  @discardableResult
  public func asModel<Model: Sendable>(
    parse: @escaping @Sendable (Response) throws -> Model,
    _ onSuccess: @escaping @Sendable (Model) -> Void
  ) -> Connection<Model> {
    let connection = connection(parse, onSuccess)
    connection.start()
    return connection
  }

  /// Sends, and takes the response as it is.
  public func asResponse() -> ConnectionPromise<Response> { asModel { $0 } }

  /// Sends, and takes the response as it is.
  ///
  /// - Returns: The started connection.
  @discardableResult
  public func asResponse(_ onSuccess: @escaping @Sendable (Response) -> Void) -> Connection<Response> {
    asModel(parse: { $0 }, onSuccess)
  }

  /// Sends, and takes the body as it is.
  public func asData() -> ConnectionPromise<Data> { asModel { $0.data } }

  /// Sends, and takes the body as it is.
  ///
  /// - Returns: The started connection.
  @discardableResult
  public func asData(_ onSuccess: @escaping @Sendable (Data) -> Void) -> Connection<Data> {
    asModel(parse: { $0.data }, onSuccess)
  }

  /// Sends, and reads the body as text; bytes that are none in the encoding are a `.parse` error.
  ///
  /// - Parameter encoding: By default what the response declares, else UTF-8.
  public func asString(encoding: String.Encoding? = nil) -> ConnectionPromise<String> {
    asModel { try $0.text(encoding: encoding) }
  }

  /// Sends, and reads the body as text; bytes that are none in the encoding are a `.parse` error.
  ///
  /// - Parameters:
  ///   - encoding: By default what the response declares, else UTF-8.
  ///   - onSuccess: Called with the text, on the delivery thread.
  /// - Returns: The started connection.
  @discardableResult
  public func asString(
    encoding: String.Encoding? = nil,
    _ onSuccess: @escaping @Sendable (String) -> Void
  ) -> Connection<String> {
    asModel(parse: { try $0.text(encoding: encoding) }, onSuccess)
  }

  /// Sends, and reads the body as JSON; a body that does not fit is a `.parse` error.
  public func asDecodable<Model: Decodable & Sendable>(
    _ type: Model.Type = Model.self,
    decoder: JSONDecoder? = nil
  ) -> ConnectionPromise<Model> {
    asModel { try (decoder ?? $0.decoder).decode(type, from: $0.data) }
  }

  /// Sends, and reads the body as JSON; a body that does not fit is a `.parse` error.
  ///
  /// - Returns: The started connection.
  @discardableResult
  public func asDecodable<Model: Decodable & Sendable>(
    _ type: Model.Type = Model.self,
    decoder: JSONDecoder? = nil,
    _ onSuccess: @escaping @Sendable (Model) -> Void
  ) -> Connection<Model> {
    asModel(parse: { try (decoder ?? $0.decoder).decode(type, from: $0.data) }, onSuccess)
  }

  private func connection<Model: Sendable>(
    _ parse: @escaping @Sendable (Response) throws -> Model,
    _ onSuccess: (@Sendable (Model) -> Void)?
  ) -> Connection<Model> {
    let connection = Connection(
      spec,
      HTTPResponseSpec(isValid: validate, parse: parse),
      onSuccess.map(Connection<Model>.Success.onDeliveryThread),
      options: options ?? ConnectionConfig.shared.shared
    )
    for change in setup { change(connection) }
    if !connectorSetup.isEmpty, let connector = connection.httpConnector as? DefaultHTTPConnector {
      for change in connectorSetup { change(connector) }
    }
    return connection
  }
}
