public import Foundation

/// The names of AbstractHTTP-iOS. Each method is equivalent to the one whose name begins with `fetch`.
extension HTTP {
  /// Sends the request, as ``fetchModel(parse:)`` does.
  public func asModel<Model: Sendable>(
    parse: @escaping @Sendable (Response) throws -> Model
  ) -> ConnectionPromise<Model> {
    fetchModel(parse: parse)
  }

  /// Sends the request, as ``fetchModel(parse:_:)`` does.
  @discardableResult
  public func asModel<Model: Sendable>(
    parse: @escaping @Sendable (Response) throws -> Model,
    @_inheritActorContext _ onSuccess: @escaping @isolated(any) @Sendable (Model) -> Void
  ) -> Connection<Model> {
    fetchModel(parse: parse, onSuccess)
  }

  /// Sends the request, as ``fetchResponse()`` does.
  public func asResponse() -> ConnectionPromise<Response> { fetchResponse() }

  /// Sends the request, as ``fetchResponse(_:)`` does.
  @discardableResult
  public func asResponse(@_inheritActorContext _ onSuccess: @escaping @isolated(any) @Sendable (Response) -> Void)
    -> Connection<Response>
  {
    fetchResponse(onSuccess)
  }

  /// Sends the request, as ``fetchData()`` does.
  public func asData() -> ConnectionPromise<Data> { fetchData() }

  /// Sends the request, as ``fetchData(_:)`` does.
  @discardableResult
  public func asData(@_inheritActorContext _ onSuccess: @escaping @isolated(any) @Sendable (Data) -> Void)
    -> Connection<Data>
  { fetchData(onSuccess) }

  /// Sends the request, as ``fetchString(encoding:)`` does.
  public func asString(encoding: String.Encoding? = nil) -> ConnectionPromise<String> {
    fetchString(encoding: encoding)
  }

  /// Sends the request, as ``fetchString(encoding:_:)`` does.
  @discardableResult
  public func asString(
    encoding: String.Encoding? = nil,
    @_inheritActorContext _ onSuccess: @escaping @isolated(any) @Sendable (String) -> Void
  ) -> Connection<String> {
    fetchString(encoding: encoding, onSuccess)
  }

  /// Sends the request, as ``fetch(_:decoder:)`` does.
  public func asDecodable<Model: Decodable & Sendable>(
    _ type: Model.Type = Model.self,
    decoder: (any ResponseDecoder)? = nil
  ) -> ConnectionPromise<Model> {
    fetch(type, decoder: decoder)
  }

  /// Sends the request, as ``fetch(_:decoder:_:)`` does.
  @discardableResult
  public func asDecodable<Model: Decodable & Sendable>(
    _ type: Model.Type = Model.self,
    decoder: (any ResponseDecoder)? = nil,
    @_inheritActorContext _ onSuccess: @escaping @isolated(any) @Sendable (Model) -> Void
  ) -> Connection<Model> {
    fetch(type, decoder: decoder, onSuccess)
  }

  /// Sends the request, as ``fetchJSON()`` does.
  public func asJSON() -> ConnectionPromise<JSON> { fetchJSON() }

  /// Sends the request, as ``fetchJSON(_:)`` does.
  @discardableResult
  public func asJSON(@_inheritActorContext _ onSuccess: @escaping @isolated(any) @Sendable (JSON) -> Void)
    -> Connection<JSON>
  { fetchJSON(onSuccess) }

  /// Sends the request, as ``fetchJSONModel(_:)`` does.
  public func asJSONModel<Model: JSONModel>(_ type: Model.Type = Model.self) -> ConnectionPromise<Model> {
    fetchJSONModel(type)
  }

  /// Sends the request, as ``fetchJSONModel(_:_:)`` does.
  @discardableResult
  public func asJSONModel<Model: JSONModel>(
    _ type: Model.Type = Model.self,
    @_inheritActorContext _ onSuccess: @escaping @isolated(any) @Sendable (Model) -> Void
  ) -> Connection<Model> {
    fetchJSONModel(type, onSuccess)
  }
}
