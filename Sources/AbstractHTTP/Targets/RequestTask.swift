public import Foundation

/// The payload of a target, and the destination of its response.
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
/// If a body can't be created, the connection fails with `.invalidRequest` and the cause. A `Content-Type` is only sent
/// if ``RequestSpec/headers`` has none.
public enum RequestTask: Sendable {
  /// Sends only the address and the headers.
  case requestPlain

  /// Sends data as the body.
  case requestData(Data)

  /// Sends a value as a JSON body.
  case requestJSONEncodable(any Encodable & Sendable)

  /// Sends a value as a JSON body, with a custom encoder.
  case requestCustomJSONEncodable(any Encodable & Sendable, encoder: JSONEncoder)

  /// Sends parameters in the query or in the body, depending on their encoding.
  case requestParameters(parameters: [String: any Sendable], encoding: any ParameterEncoding)

  /// Sends data as the body, and parameters in the query.
  case requestCompositeData(bodyData: Data, urlParameters: [String: any Sendable])

  /// Sends parameters in the body, and others in the query. If the encoding would also put the former into the query,
  /// the task fails with ``MisplacedParameters``.
  case requestCompositeParameters(
    bodyParameters: [String: any Sendable],
    bodyEncoding: any ParameterEncoding,
    urlParameters: [String: any Sendable]
  )

  /// Sends a file as the body, read while it is sent.
  case uploadFile(URL)

  /// Sends a multipart form as the body.
  case uploadMultipartFormData(MultipartFormData)

  /// Sends a multipart form as the body, and parameters in the query.
  case uploadCompositeMultipartFormData(MultipartFormData, urlParameters: [String: any Sendable])

  /// Sends no body, and writes the response to a file.
  case downloadDestination(DownloadDestination)

  /// Sends parameters in the query or in the body, depending on their encoding, and writes the response to a file.
  case downloadParameters(
    parameters: [String: any Sendable],
    encoding: any ParameterEncoding,
    destination: DownloadDestination
  )
}

/// The error of body parameters that would be sent in the query.
public struct MisplacedParameters: AbstractHTTPError {
  /// The encoding that would put the parameters into the query.
  public let encoding: any ParameterEncoding

  /// A description of the error.
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
  /// The key of the sentence for the user, ``ErrorMessages/Key/invalidRequest``.
  public var message: ErrorMessages.Key { .invalidRequest }
}
