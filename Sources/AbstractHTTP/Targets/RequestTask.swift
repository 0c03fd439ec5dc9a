public import Foundation

/// What a target sends, and where its response goes.
///
/// ```swift
/// extension GitHub {
///   var task: RequestTask {
///     switch self {
///     case .rename(_, let name): .requestJSONEncodable(["name": name])
///     case .search(let words): .requestParameters(parameters: ["q": words], encoding: URLEncoding.queryString)
///     default: .requestPlain
///     }
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
public struct MisplacedParameters: AbstractHTTPError {
  /// The encoding that would put them there.
  public let encoding: any ParameterEncoding

  /// What is wrong, in words.
  public var description: String {
    "\(type(of: encoding)) would put the body's parameters into the query: take URLEncoding.httpBody or JSONEncoding.default"
  }
}

extension RequestTask: CustomReflectable {
  /// The names of parameters, and the sizes and the types of bodies.
  public var customMirror: Mirror {
    let (name, content) = reflected
    return Mirror(self, children: [name: content], displayStyle: .enum)
  }

  private var reflected: (name: String, content: String) {
    switch self {
    case .requestPlain: ("requestPlain", "")
    case .requestData(let data): ("requestData", Redaction.size(of: data))
    case .requestJSONEncodable(let model): ("requestJSONEncodable", "\(type(of: model))")
    case .requestCustomJSONEncodable(let model, _): ("requestCustomJSONEncodable", "\(type(of: model))")
    case .requestParameters(let parameters, _): ("requestParameters", Self.names(of: parameters))
    case .requestCompositeData(let data, let parameters):
      ("requestCompositeData", "\(Redaction.size(of: data)), \(Self.names(of: parameters))")
    case .requestCompositeParameters(let body, _, let query):
      ("requestCompositeParameters", Self.names(of: body.merging(query) { $1 }))
    case .uploadFile(let url): ("uploadFile", url.path)
    case .uploadMultipartFormData(let form): ("uploadMultipartFormData", "\(form.parts.count) parts")
    case .uploadCompositeMultipartFormData(let form, let parameters):
      ("uploadCompositeMultipartFormData", "\(form.parts.count) parts, \(Self.names(of: parameters))")
    case .downloadDestination: ("downloadDestination", "")
    case .downloadParameters(let parameters, _, _): ("downloadParameters", Self.names(of: parameters))
    }
  }

  private static func names(of parameters: [String: any Sendable]) -> String {
    parameters.keys.sorted().joined(separator: ", ")
  }
}

extension MisplacedParameters {
  /// ``ErrorMessages/Key/invalidRequest``.
  public var message: ErrorMessages.Key { .invalidRequest }
}
