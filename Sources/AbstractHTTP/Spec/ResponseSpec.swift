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
public protocol ResponseSpec<ResponseModel>: Sendable {
  /// What the response is made into.
  associatedtype ResponseModel: Sendable

  /// Whether the response is what the API promises. By default, whether its status is 200 to 299.
  ///
  /// `false` fails the connection with `.invalidResponse`.
  func validate(response: Response) -> Bool

  /// Returns why a response isn't valid, or `nil` if it is. By default, calls ``validate(response:)`` and names the status.
  ///
  /// Implement this instead of `validate` to give a reason of your own.
  func rejection(of response: Response) -> Rejection?

  /// How a `Decodable` model is read. `nil` by default: as the options of the connection say.
  var decoder: DecodingOptions? { get }

  /// Makes the model of a valid response.
  ///
  /// What it throws fails the connection with `.parse`.
  func parseResponse(response: Response) throws -> ResponseModel
}

extension ResponseSpec {
  /// `nil`: as the options of the connection say.
  public var decoder: DecodingOptions? { nil }

  /// Whether the status is 200 to 299.
  public func validate(response: Response) -> Bool { 200..<300 ~= response.statusCode }

  /// Returns a rejection that names the status if ``validate(response:)`` returns `false`.
  public func rejection(of response: Response) -> Rejection? {
    validate(response: response) ? nil : Rejection(invalid: response)
  }
}

extension ResponseSpec where ResponseModel: Decodable {
  /// Reads the body as JSON.
  public func parseResponse(response: Response) throws -> ResponseModel {
    try (decoder ?? response.decoding).decode(ResponseModel.self, from: response.data)
  }
}

extension ResponseSpec where ResponseModel == String {
  /// Reads the body as text, by the character set that the response declares, else UTF-8; never as a JSON string.
  public func parseResponse(response: Response) throws -> String { try response.text() }
}

extension ResponseSpec where ResponseModel == Data {
  /// Takes the body as it is.
  public func parseResponse(response: Response) throws -> Data { response.data }
}

extension ResponseSpec where ResponseModel == URL {
  /// Takes the file that the body was written to, by ``RequestSpec/destination``; never a URL in JSON.
  ///
  /// - Throws: ``MissingFile`` if the body is in memory.
  public func parseResponse(response: Response) throws -> URL { try response.savedFile() }
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
