import Foundation

extension Provider {
  /// Sends a target, and takes the response as it is.
  ///
  /// A closure whose parameter is of another type makes it another request: of a `Decodable` or a ``JSONModel``, of `String`,
  /// `Data`, the `URL` of a download's file, or `Void`.
  ///
  /// ```swift
  /// github.request(.zen).success { response in print(response.statusCode) }
  /// github.request(.zen).success { (zen: String) in print(zen) }
  /// ```
  ///
  /// - Returns: The promise of the connection that was started; cancelling it cancels that.
  @discardableResult
  public func request(_ target: Target) -> ConnectionPromise<Response> { connection(for: target).start() }

  /// Sends a target, and builds the model of JSON; a body that does not fit is a `.parse` error.
  ///
  /// A type that is `Decodable`, too, is built so, unless a decoder is given.
  ///
  /// - Parameters:
  ///   - target: What to send.
  ///   - model: The type of the model; by default what the context asks for.
  ///   - keyPath: Where in the JSON the model is, as `data.user`; by default it is the whole.
  @discardableResult
  public func request<Model: JSONModel & Sendable>(
    _ target: Target,
    as model: Model.Type = Model.self,
    keyPath: String? = nil
  ) -> ConnectionPromise<Model> {
    connection(for: target, as: model, keyPath: keyPath).start()
  }

  /// Sends a target, and decodes the model; a body that does not fit is a `.parse` error.
  ///
  /// A `String` is the body as text, `Data` the body as it is, and a `URL` the file that it was written to, unless there is a key
  /// path. Of a body that is empty an optional is `nil`.
  ///
  /// ```swift
  /// github.request(.user(id: "1"), as: User.self, keyPath: "data.user", decoder: snakeCase)
  /// ```
  ///
  /// - Parameters:
  ///   - target: What to send.
  ///   - model: The type of the model; by default what the context asks for.
  ///   - keyPath: Where in the JSON the model is, as `data.user` or `users.0`; by default it is the whole.
  ///   - decoder: Reads the body; by default the provider's.
  @discardableResult
  @_disfavoredOverload
  public func request<Model: Decodable & Sendable>(
    _ target: Target,
    as model: Model.Type = Model.self,
    keyPath: String? = nil,
    decoder: (any ResponseDecoder)? = nil
  ) -> ConnectionPromise<Model> {
    connection(for: target, as: model, keyPath: keyPath, decoder: decoder).start()
  }

  /// Sends a target, and takes no notice of the body.
  @discardableResult
  @_disfavoredOverload
  public func request(_ target: Target, as model: Void.Type = Void.self) -> ConnectionPromise<Void> {
    connection(for: target, as: model).start()
  }

  /// Sends a target, and makes the model by a closure; what it throws is a `.parse` error, and so is a `nil`, ``NoModel``,
  /// unless the model that is asked for is optional.
  @discardableResult
  @_disfavoredOverload
  public func request<Model: Sendable>(
    _ target: Target,
    parsing parse: @escaping @Sendable (Response) throws -> Model
  ) -> ConnectionPromise<Model> {
    connection(for: target, parsing: parse).start()
  }

  /// Sends a target, and makes the model by a closure; a `nil` is a `.parse` error, ``NoModel``, and so is what it throws.
  ///
  /// ```swift
  /// github.request(.avatar(id: "1")) { UIImage(data: $0.data) }
  /// ```
  @_documentation(visibility: internal)
  @discardableResult
  @_disfavoredOverload
  public func request<Model: Sendable>(
    _ target: Target,
    parsing parse: @escaping @Sendable (Response) throws -> Model?
  ) -> ConnectionPromise<Model> {
    let connection: Connection<Model> = connection(for: target) { response in
      guard let model = try parse(response) else { throw NoModel(model: "\(Model.self)", response: response) }
      return model
    }
    return connection.start()
  }
}

/// A closure that is to create a model returned `nil`.
public struct NoModel: Error, Sendable, CustomStringConvertible {
  /// The name of the model's type.
  public let model: String
  /// The response.
  public let response: Response

  /// The model and the response.
  public var description: String { "no \(model) was created from \(response)" }
}
