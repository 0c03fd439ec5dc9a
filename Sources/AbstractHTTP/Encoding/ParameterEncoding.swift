/// Encodes the parameters of a request as a query or a body.
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
/// The library's encodings support text, numbers, `Bool`, `Decimal`, `NSNumber`, `Date`, `Data`, `URL`, and `UUID`, any
/// `Encodable` and `RawRepresentable`, and optionals, arrays, and dictionaries of those, with any nesting. For other
/// values, they throw an ``InvalidParameter`` that names the key.
public protocol ParameterEncoding: Sendable {
  /// Encodes parameters for a request with a method.
  ///
  /// If it throws, the request fails with `.invalidRequest`.
  func encode(_ parameters: [String: any Sendable], for method: HTTPMethod) throws -> EncodedParameters
}

extension ParameterEncoding where Self == URLEncoding {
  /// Encodes parameters in the query of a GET, HEAD, or DELETE, and as a form in the body of other requests:
  /// ``URLEncoding/default``.
  public static var url: URLEncoding { .default }

  /// Encodes parameters in the query, regardless of the method: ``URLEncoding/queryString``.
  public static var query: URLEncoding { .queryString }

  /// Encodes parameters as a form in the body, regardless of the method: ``URLEncoding/httpBody``.
  public static var form: URLEncoding { .httpBody }
}

extension ParameterEncoding where Self == JSONEncoding {
  /// Encodes parameters as JSON in the body: ``JSONEncoding/default``.
  public static var json: JSONEncoding { .default }
}

/// The result of a ``ParameterEncoding``, to be sent with a request.
public struct EncodedParameters: Sendable, Hashable {
  /// The query to append to that of the URL; `nil` for none.
  public var query: URLQuery?

  /// The body, with a `Content-Type` that is sent only if the headers have none; `nil` for no body.
  public var body: RequestBody?

  /// Creates encoded parameters.
  public init(query: URLQuery? = nil, body: RequestBody? = nil) {
    self.query = query
    self.body = body
  }
}
