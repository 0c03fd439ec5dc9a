public import Foundation

/// The response of an API call: the half of a spec that validates the response and parses its model.
///
/// The shortest spec names a model type. A `Decodable` type is read as JSON, `String` as text, `URL` is the file of a
/// download, and `Data`, `Response`, and `Void` aren't parsed:
///
/// ```swift
/// struct GetUser: ConnectionSpec {
///   typealias ResponseModel = User
///   let url = "https://api.example.com/users/1"
/// }
/// ```
///
/// Both methods are plain functions of a ``Response``, which you can test with a canned one. They run on a thread of
/// the library's pool, which they may block, or on the caller's if the connector answers before its `start` returns.
///
/// For a response without a body, such as a `204`, an optional model is `nil`, and a type with an
/// ``EmptyResponse/emptyValue``, such as a collection, has that value. Any other model fails with ``EmptyBody``.
public protocol ResponseSpec<ResponseModel>: _ResponseSpecMembers, Sendable {
  /// The type of the model that the response becomes.
  associatedtype ResponseModel: Sendable

  /// Returns whether the response is valid. By default, its status must be 200 to 299, and its type must match the
  /// request's `Accept`.
  ///
  /// If it returns `false` or throws, the connection fails with `.invalidResponse`. An error becomes the
  /// ``ConnectionError/nativeError``:
  ///
  /// ```swift
  /// func validate(response: Response) throws -> Bool {
  ///   if let error = APIError(response) { throw error }
  ///   return true
  /// }
  /// ```
  ///
  /// You can also implement it without a return value, or without a parameter label.
  func validate(response: Response) throws -> Bool

  /// Throws if the response isn't valid. By default, does nothing.
  @_documentation(visibility: internal)
  @_disfavoredOverload func validate(response: Response) throws

  /// Returns whether the response is valid. By default, returns `true`.
  @_documentation(visibility: internal)
  @_disfavoredOverload func validate(_ response: Response) throws -> Bool

  /// Throws if the response isn't valid. By default, does nothing.
  @_documentation(visibility: internal)
  @_disfavoredOverload func validate(_ response: Response) throws

  /// Returns why a response isn't valid, or `nil` if it is. By default, calls ``validate(response:)`` and names the
  /// status or the type.
  ///
  /// Implement this instead of `validate` to give a custom reason.
  func rejection(of response: Response) throws -> Rejection?

  /// The decoder of a `Decodable` model, which may be a `JSONDecoder`. Defaults to `nil`, which uses the connection's
  /// options.
  var decoder: DecodingOptions? { get }

  /// Creates the model from a valid response.
  ///
  /// If it throws, the connection fails with `.parse`.
  func parseResponse(response: Response) throws -> ResponseModel
}

extension ResponseSpec {
  /// By default, `nil`: the connection's options apply.
  public var decoder: DecodingOptions? { nil }

  /// Returns whether the status is 200 to 299, and the type is one that the request accepts.
  public func validate(response: Response) -> Bool { response.rejectionByDefault == nil }

  /// Does nothing.
  @_documentation(visibility: internal)
  @_disfavoredOverload
  public func validate(response: Response) throws {}

  /// Returns `true`, by default.
  @_documentation(visibility: internal)
  @_disfavoredOverload
  public func validate(_ response: Response) throws -> Bool { true }

  /// Does nothing.
  @_documentation(visibility: internal)
  @_disfavoredOverload
  public func validate(_ response: Response) throws {}

  /// Returns a rejection that names the status, or the type, if ``validate(response:)`` returns `false`.
  public func rejection(of response: Response) throws -> Rejection? {
    guard try !validate(response: response) else { return nil }
    return response.rejectionByDefault ?? Rejection(invalid: response)
  }

  /// Throws the reason why a response isn't valid, using whichever member the spec implements.
  func check(_ response: Response) throws {
    try validate(response: response) as Void
    try validate(response) as Void
    guard try validate(response) as Bool else { throw Rejection(invalid: response) }
    if let rejection = try rejection(of: response) { throw rejection }
  }
}

extension Response {
  /// The reason why a spec rejects the response by default: its status, or a type that the request doesn't accept.
  var rejectionByDefault: Rejection? {
    guard 200..<300 ~= statusCode else { return Rejection(invalid: self) }
    guard let request, let accept = request.headers["Accept"], headers.contains("Content-Type") else { return nil }
    // A credential in this field doesn't request a type, and must not be quoted in an error.
    guard !request.confidentialHeaders.contains(where: { HTTPToken.isSame($0, "Accept") }) else { return nil }
    return rejection(accepting: MediaRange.list(accept))
  }
}

extension ResponseSpec where ResponseModel: Decodable {
  /// Reads the body as JSON.
  public func parseResponse(response: Response) throws -> ResponseModel {
    try response.plainOptional(as: ResponseModel.self)
      ?? response.decodedModel(by: writtenDecoder() ?? response.decoding)
  }
}

extension ResponseSpec where ResponseModel == String {
  /// Reads the body as text, in the character set that the response declares, otherwise in UTF-8, and never as a JSON
  /// string.
  public func parseResponse(response: Response) throws -> String { try response.inMemory().text() }
}

extension ResponseSpec where ResponseModel == Data {
  /// Returns the body unchanged.
  public func parseResponse(response: Response) throws -> Data { try response.contents() }
}

extension ResponseSpec where ResponseModel == URL {
  /// Returns the file that the body was written to, through ``RequestSpec/destination``, and never a URL in JSON.
  ///
  /// - Throws: ``MissingFile`` if the body is in memory.
  public func parseResponse(response: Response) throws -> URL { try response.savedFile() }
}

extension ResponseSpec where ResponseModel == ResponseStream {
  /// Returns the body as it arrives. For a response that isn't streamed, for example because of its status, returns a
  /// stream of its data.
  public func parseResponse(response: Response) throws -> ResponseStream { response.bodyStream }
}

extension ConnectionSpec where ResponseModel == ResponseStream {
  /// Delivers the body as a stream.
  public var delivery: ResponseDelivery { .stream }
}

extension ResponseSpec where ResponseModel == Response {
  /// Returns the response unchanged.
  public func parseResponse(response: Response) throws -> Response { response }
}

extension ResponseSpec where ResponseModel == Void {
  /// Ignores the body.
  public func parseResponse(response: Response) throws {}
}

extension ResponseSpec where ResponseModel == JSON {
  /// Reads the body as JSON of any shape.
  public func parseResponse(response: Response) throws -> JSON { try response.json() }
}

extension ResponseSpec where ResponseModel: JSONModel {
  /// Creates the model from the body's JSON.
  public func parseResponse(response: Response) throws -> ResponseModel { try response.model() }
}

extension ResponseSpec where ResponseModel: JSONModel & Decodable {
  /// Creates the model from the body's JSON, with ``JSONModel/build(json:)``.
  public func parseResponse(response: Response) throws -> ResponseModel { try response.model() }
}
