import Foundation

extension Provider {
  /// Sends a target, and returns the response.
  ///
  /// If you pass a closure whose parameter has another type, the model has that type: a `Decodable` or a ``JSONModel``,
  /// `String`, `Data`, the `URL` of a download's file, or `Void`.
  ///
  /// ```swift
  /// github.request(.zen).success { response in print(response.statusCode) }
  /// github.request(.zen).success { (zen: String) in print(zen) }
  /// ```
  ///
  /// - Returns: The promise of the started connection. Cancelling it cancels the connection.
  @discardableResult
  public func request(_ target: Target) -> ConnectionPromise<Response> { connection(for: target).start() }

  /// Sends a target, and creates a model from JSON. If the body doesn't match, the error is `.parse`.
  ///
  /// A type that is also `Decodable` is created this way, unless you pass a decoder.
  ///
  /// - Parameters:
  ///   - target: The target to send.
  ///   - model: The type of the model. Defaults to the inferred type.
  ///   - keyPath: The path of the model in the JSON, such as `data.user`. Defaults to the whole document.
  @discardableResult
  public func request<Model: JSONModel & Sendable>(
    _ target: Target,
    as model: Model.Type = Model.self,
    keyPath: String? = nil
  ) -> ConnectionPromise<Model> {
    connection(for: target, as: model, keyPath: keyPath).start()
  }

  /// Sends a target, and decodes the model. If the body doesn't match, the error is `.parse`.
  ///
  /// Without a key path, a `String` is the body as text, `Data` the unchanged body, and a `URL` the file that it was
  /// written to. If the body is empty, an optional is `nil`.
  ///
  /// ```swift
  /// github.request(.user(id: "1"), as: User.self, keyPath: "data.user", decoder: snakeCase)
  /// ```
  ///
  /// - Parameters:
  ///   - target: The target to send.
  ///   - model: The type of the model. Defaults to the inferred type.
  ///   - keyPath: The path of the model in the JSON, such as `data.user` or `users.0`. Defaults to the whole document.
  ///   - decoder: The decoder of the body. Defaults to the provider's.
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

  /// Sends a target, and ignores the body.
  @discardableResult
  @_disfavoredOverload
  public func request(_ target: Target, as model: Void.Type = Void.self) -> ConnectionPromise<Void> {
    connection(for: target, as: model).start()
  }

  /// Sends a target, and creates the model with a closure. If the closure throws, the error is `.parse`. If it returns
  /// `nil`, so is ``NoModel``, unless the inferred model is optional.
  ///
  /// - Parameters:
  ///   - target: The target to send.
  ///   - parse: Creates the model from the response, on a thread of the library's pool, which it may block.
  @discardableResult
  @_disfavoredOverload
  public func request<Model: Sendable>(
    _ target: Target,
    parsing parse: @escaping @Sendable (Response) throws -> Model
  ) -> ConnectionPromise<Model> {
    connection(for: target, parsing: parse).start()
  }

  /// Sends a target, and creates the model with a closure. If the closure throws, or returns `nil` (``NoModel``), the
  /// error is `.parse`.
  ///
  /// ```swift
  /// github.request(.avatar(id: "1")) { UIImage(data: $0.data) }
  /// ```
  ///
  /// - Parameters:
  ///   - target: The target to send.
  ///   - parse: Creates the model from the response, on a thread of the library's pool, which it may block.
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

/// The error of a closure that should create a model, and returned `nil`.
public struct NoModel: Error, Sendable, CustomStringConvertible {
  /// The name of the model's type.
  public let model: String
  /// The response without a model.
  public let response: Response

  /// The model and the response.
  public var description: String { "no \(model) was created from \(response)" }
}
