import Foundation

extension RequestTask {
  /// Returns the query of the task.
  func query(for method: HTTPMethod) throws -> URLQuery? {
    switch self {
    case .requestParameters(let parameters, let encoding), .downloadParameters(let parameters, let encoding, _):
      try Self.fills(.body, encoding, for: method) ? nil : encoding.encode(parameters, for: method).query
    case .requestCompositeData(_, let parameters), .uploadCompositeMultipartFormData(_, let parameters),
      .requestCompositeParameters(_, _, let parameters):
      try URLEncoding.queryString.encode(parameters, for: method).query
    default:
      nil
    }
  }

  /// Returns the body of the task.
  func content(for method: HTTPMethod) throws -> RequestBody? {
    switch self {
    case .requestPlain, .downloadDestination: nil
    case .requestData(let data), .requestCompositeData(let data, _): RequestBody(data)
    case .requestJSONEncodable(let value): try RequestBody.json(value)
    case .requestCustomJSONEncodable(let value, let encoder): try RequestBody.json(value, encoder: encoder)
    case .requestParameters(let parameters, let encoding), .downloadParameters(let parameters, let encoding, _):
      try Self.fills(.query, encoding, for: method) ? nil : encoding.encode(parameters, for: method).body
    case .requestCompositeParameters(let parameters, let encoding, _):
      try Self.body(of: parameters, by: encoding, for: method)
    case .uploadFile(let file): RequestBody(file: file)
    case .uploadMultipartFormData(let form), .uploadCompositeMultipartFormData(let form, _): try form.content()
    }
  }

  /// The destination of the response; `nil` for memory.
  var destination: DownloadDestination? {
    switch self {
    case .downloadDestination(let destination), .downloadParameters(_, _, let destination): destination
    default: nil
    }
  }

  private enum Part { case query, body }

  /// Returns whether an encoding is known to only fill a part, to avoid encoding parameters unnecessarily.
  private static func fills(_ part: Part, _ encoding: any ParameterEncoding, for method: HTTPMethod) -> Bool {
    switch encoding {
    case let encoding as URLEncoding: encoding.destination.isQuery(for: method) == (part == .query)
    case is JSONEncoding: part == .body
    default: false
    }
  }

  private static func body(
    of parameters: [String: any Sendable],
    by encoding: any ParameterEncoding,
    for method: HTTPMethod
  ) throws -> RequestBody? {
    let encoded = try encoding.encode(parameters, for: method)
    guard encoded.query == nil else { throw MisplacedParameters(encoding: encoding) }
    return encoded.body
  }
}
