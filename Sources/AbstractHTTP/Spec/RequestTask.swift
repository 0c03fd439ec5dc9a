public import Foundation

/// What a target sends, and where its response goes.
///
/// ```swift
/// var task: RequestTask {
///   switch self {
///   case .zen: .requestPlain
///   case .rename(_, let name): .requestJSONEncodable(["name": name])
///   case .search(let words): .requestParameters(parameters: ["q": words], encoding: URLEncoding.queryString)
///   }
/// }
/// ```
///
/// A body that cannot be made fails the connection with `.invalidRequest`, and the cause. A `Content-Type` is sent only where
/// ``RequestSpec/headers`` has none.
public enum RequestTask: Sendable {
  /// Nothing but the address and the headers.
  case requestPlain

  /// Data as the body.
  case requestData(Data)

  /// A value as the body, in JSON.
  case requestJSONEncodable(any Encodable & Sendable)

  /// A value as the body, in the JSON of an encoder of your own.
  case requestCustomJSONEncodable(any Encodable & Sendable, encoder: JSONEncoder)

  /// Parameters, in the query or in the body, as their encoding says.
  case requestParameters(parameters: [String: any Sendable], encoding: any ParameterEncoding)

  /// Data as the body, and parameters in the query.
  case requestCompositeData(bodyData: Data, urlParameters: [String: any Sendable])

  /// Parameters in the body, and others in the query. An encoding that would put the former into the query, too, fails with
  /// ``MisplacedParameters``.
  case requestCompositeParameters(
    bodyParameters: [String: any Sendable],
    bodyEncoding: any ParameterEncoding,
    urlParameters: [String: any Sendable]
  )

  /// A file as the body, read as it is sent.
  case uploadFile(URL)

  /// A multipart form as the body.
  case uploadMultipartFormData(MultipartFormData)

  /// A multipart form as the body, and parameters in the query.
  case uploadCompositeMultipartFormData(MultipartFormData, urlParameters: [String: any Sendable])

  /// Nothing; the response goes to a file.
  case downloadDestination(DownloadDestination)

  /// Parameters, in the query or in the body, as their encoding says; the response goes to a file.
  case downloadParameters(
    parameters: [String: any Sendable],
    encoding: any ParameterEncoding,
    destination: DownloadDestination
  )
}

/// Parameters that were to go into the body would go into the query.
public struct MisplacedParameters: Error, CustomStringConvertible {
  /// The encoding that would put them there.
  public let encoding: any ParameterEncoding

  /// What is wrong, in words.
  public var description: String {
    "\(type(of: encoding)) would put the body's parameters into the query: take URLEncoding.httpBody or JSONEncoding.default"
  }
}
