public import Foundation

/// The names of AbstractHTTP-iOS, with a closure isolated to the main actor. Each method is equivalent to the one whose
/// name begins with `fetch`.
extension HTTP {
  /// Sends the request, as ``fetchModel(parse:on:_:)`` does.
  @discardableResult
  public func asModel<Model: Sendable>(
    parse: @escaping @Sendable (Response) throws -> Model,
    on actor: MainActor.Type,
    _ onSuccess: @escaping @MainActor @Sendable (Model) -> Void
  ) -> Connection<Model> {
    fetchModel(parse: parse, onSuccess)
  }

  /// Sends the request, as ``fetchResponse(on:_:)`` does.
  @discardableResult
  public func asResponse(
    on actor: MainActor.Type,
    _ onSuccess: @escaping @MainActor @Sendable (Response) -> Void
  ) -> Connection<Response> {
    fetchResponse(onSuccess)
  }

  /// Sends the request, as ``fetchData(on:_:)`` does.
  @discardableResult
  public func asData(
    on actor: MainActor.Type,
    _ onSuccess: @escaping @MainActor @Sendable (Data) -> Void
  ) -> Connection<Data> {
    fetchData(onSuccess)
  }

  /// Sends the request, as ``fetchString(encoding:on:_:)`` does.
  @discardableResult
  public func asString(
    encoding: String.Encoding? = nil,
    on actor: MainActor.Type,
    _ onSuccess: @escaping @MainActor @Sendable (String) -> Void
  ) -> Connection<String> {
    fetchString(encoding: encoding, onSuccess)
  }

  /// Sends the request, as ``fetch(_:decoder:on:_:)`` does.
  @discardableResult
  public func asDecodable<Model: Decodable & Sendable>(
    _ type: Model.Type = Model.self,
    decoder: (any ResponseDecoder)? = nil,
    on actor: MainActor.Type,
    _ onSuccess: @escaping @MainActor @Sendable (Model) -> Void
  ) -> Connection<Model> {
    fetch(type, decoder: decoder, onSuccess)
  }

  /// Sends the request, as ``fetchJSON(on:_:)`` does.
  @discardableResult
  public func asJSON(
    on actor: MainActor.Type,
    _ onSuccess: @escaping @MainActor @Sendable (JSON) -> Void
  ) -> Connection<JSON> {
    fetchJSON(onSuccess)
  }

  /// Sends the request, as ``fetchJSONModel(_:on:_:)`` does.
  @discardableResult
  public func asJSONModel<Model: JSONModel>(
    _ type: Model.Type = Model.self,
    on actor: MainActor.Type,
    _ onSuccess: @escaping @MainActor @Sendable (Model) -> Void
  ) -> Connection<Model> {
    fetchJSONModel(type, onSuccess)
  }
}
