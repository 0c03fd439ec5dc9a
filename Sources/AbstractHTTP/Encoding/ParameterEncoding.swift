/// Makes of parameters what a request carries: a query, or a body.
///
/// Use ``URLEncoding`` or ``JSONEncoding``, or write your own:
///
/// ```swift
/// struct CSVEncoding: ParameterEncoding {
///   func encode(_ parameters: [String: any Sendable], for method: HTTPMethod) -> EncodedParameters {
///     let lines = parameters.map { "\($0.key),\($0.value)" }.sorted().joined(separator: "\n")
///     return EncodedParameters(body: RequestBody(Data(lines.utf8), contentType: "text/csv"))
///   }
/// }
/// ```
///
/// The encodings of the library take as a value: text, numbers, `Bool`, `Decimal`, `NSNumber`, `Date`, `Data`, `URL`, `UUID`; any
/// `Encodable` and `RawRepresentable`; optionals, arrays and dictionaries of those, nested at will. What they cannot encode is an
/// ``InvalidParameter`` that names the key.
public protocol ParameterEncoding: Sendable {
  /// Encodes parameters for a request of this method.
  ///
  /// What it throws fails the request with `.invalidRequest`.
  func encode(_ parameters: [String: any Sendable], for method: HTTPMethod) throws -> EncodedParameters
}

extension ParameterEncoding where Self == URLEncoding {
  /// The query of a GET, HEAD or DELETE, the form that is the body of all others: ``URLEncoding/default``.
  public static var url: URLEncoding { .default }

  /// A query, whatever the method: ``URLEncoding/queryString``.
  public static var query: URLEncoding { .queryString }

  /// A form in the body, whatever the method: ``URLEncoding/httpBody``.
  public static var form: URLEncoding { .httpBody }
}

extension ParameterEncoding where Self == JSONEncoding {
  /// JSON in the body: ``JSONEncoding/default``.
  public static var json: JSONEncoding { .default }
}

/// What a ``ParameterEncoding`` made of parameters, to be sent with a request.
public struct EncodedParameters: Sendable, Hashable {
  /// What is appended to the query of the URL; `nil` for nothing.
  public var query: URLQuery?

  /// What is sent after the headers, with its `Content-Type`, which is sent only where the headers name none; `nil` for nothing.
  public var body: RequestBody?

  /// Makes encoded parameters.
  public init(query: URLQuery? = nil, body: RequestBody? = nil) {
    self.query = query
    self.body = body
  }
}
