/// Writes parameters as a form: in the query of the URL, or in the body.
///
/// ```swift
/// try URLEncoding.default.encode(["q": "a b", "tags": ["x", "y"]], for: .get).query?.string()
/// // q=a%20b&tags%5B%5D=x&tags%5B%5D=y
/// URLEncoding(destination: .httpBody, options: FormOptions(arrayEncoding: .noBrackets))
/// ```
///
/// A body is of the type `application/x-www-form-urlencoded; charset=utf-8`. A query is sent as the options say, whatever the
/// connection's ``URLEncoder`` is. Parameters without any are no query, but a body, which is empty. Throws ``InvalidParameter``.
public struct URLEncoding: ParameterEncoding {
  /// Where the form goes.
  public enum Destination: Sendable, Hashable {
    /// Into the query of GET, HEAD and DELETE, and into the body of all others.
    case methodDependent
    /// Into the query.
    case queryString
    /// Into the body.
    case httpBody

    func isQuery(for method: HTTPMethod) -> Bool {
      switch self {
      case .methodDependent: method == .get || method == .head || method == .delete
      case .queryString: true
      case .httpBody: false
      }
    }
  }

  /// By the method into the query or the body, with the usual options.
  public static let `default` = URLEncoding()

  /// Into the query, with the usual options.
  public static let queryString = URLEncoding(destination: .queryString)

  /// Into the body, with the usual options.
  public static let httpBody = URLEncoding(destination: .httpBody)

  /// Where the form goes.
  public var destination: Destination

  /// How keys and values are written.
  public var options: FormOptions

  /// Makes an encoding.
  public init(destination: Destination = .methodDependent, options: FormOptions) {
    self.destination = destination
    self.options = options
  }

  /// Makes an encoding that differs from the usual one in arrays or booleans.
  ///
  /// - Parameters:
  ///   - destination: By the method into the query or the body, by default.
  ///   - arrayEncoding: `tags[]=a` by default.
  ///   - boolEncoding: `1` and `0` by default.
  public init(
    destination: Destination = .methodDependent,
    arrayEncoding: FormOptions.ArrayEncoding = .brackets,
    boolEncoding: FormOptions.BoolEncoding = .numeric
  ) {
    var options = FormOptions.default
    (options.arrayEncoding, options.boolEncoding) = (arrayEncoding, boolEncoding)
    self.init(destination: destination, options: options)
  }

  /// Encodes parameters into the query or the body.
  public func encode(_ parameters: [String: any Sendable], for method: HTTPMethod) throws -> EncodedParameters {
    guard destination.isQuery(for: method) else {
      return EncodedParameters(body: try .form(parameters: parameters, options: options))
    }
    guard !parameters.isEmpty else { return EncodedParameters() }
    return EncodedParameters(query: try URLQuery(parameters: parameters, options: options))
  }
}
