public import Foundation

/// What is made of an API's response: the half of its specification that validates and parses.
///
/// The shortest names a model type. A `Decodable` one is read as JSON, a `String` as text, a `URL` is the file of a download,
/// `Data`, `Response` and `Void` are taken as they are:
///
/// ```swift
/// struct GetUser: ConnectionSpec {
///   typealias ResponseModel = User
///   let url = "https://api.example.com/users/1"
/// }
/// ```
///
/// Both methods are plain functions of a ``Response``, to be tested with a canned one. They run on a thread of the library's
/// pool, which they may block, or on the caller's if the connector answers before its `start` returns.
///
/// A response without a body, such as a `204`, is `nil` for an optional model, and the ``EmptyResponse/emptyValue`` of a type
/// that has one, which collections have. For any other model it fails with ``EmptyBody``.
public protocol ResponseSpec<ResponseModel>: _ResponseSpecMembers, Sendable {
  /// What the response is made into.
  associatedtype ResponseModel: Sendable

  /// Whether the response is what the API promises. By default, whether its status is 200 to 299, and its type one that the
  /// request's `Accept` asked for.
  ///
  /// `false` fails the connection with `.invalidResponse`, and so does an error, which is the
  /// ``ConnectionError/nativeError`` then:
  ///
  /// ```swift
  /// func validate(response: Response) throws -> Bool {
  ///   if let error = APIError(response) { throw error }
  ///   return true
  /// }
  /// ```
  ///
  /// It may also return nothing, and its parameter may have no label.
  func validate(response: Response) throws -> Bool

  /// Throws if the response isn't what the API promises. Does nothing by default.
  @_documentation(visibility: internal)
  @_disfavoredOverload func validate(response: Response) throws

  /// Whether the response is what the API promises. `true` by default.
  @_documentation(visibility: internal)
  @_disfavoredOverload func validate(_ response: Response) throws -> Bool

  /// Throws if the response isn't what the API promises. Does nothing by default.
  @_documentation(visibility: internal)
  @_disfavoredOverload func validate(_ response: Response) throws

  /// Returns why a response isn't valid, or `nil` if it is. By default, calls ``validate(response:)`` and names the status,
  /// or the type.
  ///
  /// Implement this instead of `validate` to give a reason of your own.
  func rejection(of response: Response) throws -> Rejection?

  /// How a `Decodable` model is read: also by a `JSONDecoder`. `nil` by default: as the options of the connection say.
  var decoder: DecodingOptions? { get }

  /// Makes the model of a valid response.
  ///
  /// What it throws fails the connection with `.parse`.
  func parseResponse(response: Response) throws -> ResponseModel
}

extension ResponseSpec {
  /// `nil`: as the options of the connection say.
  public var decoder: DecodingOptions? { nil }

  /// Whether the status is 200 to 299, and the type one that the request accepts.
  public func validate(response: Response) -> Bool { response.rejectionByDefault == nil }

  /// Does nothing.
  @_documentation(visibility: internal)
  @_disfavoredOverload
  public func validate(response: Response) throws {}

  /// `true`.
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

  /// Throws why a response isn't valid, by whichever member says so.
  func check(_ response: Response) throws {
    try validate(response: response) as Void
    try validate(response) as Void
    guard try validate(response) as Bool else { throw Rejection(invalid: response) }
    if let rejection = try rejection(of: response) { throw rejection }
  }
}

extension Response {
  /// Why a spec that doesn't say otherwise rejects the response: by its status, or by a type that the request doesn't accept.
  var rejectionByDefault: Rejection? {
    guard 200..<300 ~= statusCode else { return Rejection(invalid: self) }
    guard let request, let accept = request.headers["Accept"], headers.contains("Content-Type") else { return nil }
    // A credential in this field asks for no type, and must not be quoted in an error.
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
  /// Reads the body as text, by the character set that the response declares, else UTF-8; never as a JSON string.
  public func parseResponse(response: Response) throws -> String { try response.inMemory().text() }
}

extension ResponseSpec where ResponseModel == Data {
  /// Takes the body as it is.
  public func parseResponse(response: Response) throws -> Data { try response.contents() }
}

extension ResponseSpec where ResponseModel == URL {
  /// Takes the file that the body was written to, by ``RequestSpec/destination``; never a URL in JSON.
  ///
  /// - Throws: ``MissingFile`` if the body is in memory.
  public func parseResponse(response: Response) throws -> URL { try response.savedFile() }
}

extension ResponseSpec where ResponseModel == ResponseStream {
  /// Takes the body as it arrives; of a response that isn't streamed, for example because of its status, a stream of its data.
  public func parseResponse(response: Response) throws -> ResponseStream { response.bodyStream }
}

extension ConnectionSpec where ResponseModel == ResponseStream {
  /// `.stream`.
  public var delivery: ResponseDelivery { .stream }
}

extension ResponseSpec where ResponseModel == Response {
  /// Takes the response as it is.
  public func parseResponse(response: Response) throws -> Response { response }
}

extension ResponseSpec where ResponseModel == Void {
  /// Takes no notice of the body.
  public func parseResponse(response: Response) throws {}
}

extension ResponseSpec where ResponseModel == JSON {
  /// Reads the body as JSON of any shape.
  public func parseResponse(response: Response) throws -> JSON { try response.json() }
}

extension ResponseSpec where ResponseModel: JSONModel {
  /// Builds the model of the body's JSON.
  public func parseResponse(response: Response) throws -> ResponseModel { try response.model() }
}

extension ResponseSpec where ResponseModel: JSONModel & Decodable {
  /// Builds the model of the body's JSON, by ``JSONModel/build(json:)``.
  public func parseResponse(response: Response) throws -> ResponseModel { try response.model() }
}
