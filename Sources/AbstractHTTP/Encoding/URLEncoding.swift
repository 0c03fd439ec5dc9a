/// Encodes parameters as a form, in the query of the URL or in the body.
///
/// ```swift
/// try URLEncoding.default.encode(["q": "a b", "tags": ["x", "y"]], for: .get).query?.string()
/// // q=a%20b&tags%5B%5D=x&tags%5B%5D=y
/// URLEncoding(destination: .httpBody, options: FormOptions(arrayEncoding: .noBrackets))
/// ```
///
/// The type of a body is `application/x-www-form-urlencoded; charset=utf-8`. A query is encoded by the options,
/// regardless of the connection's ``URLEncoder``. Without parameters, there is no query, but an empty body. Throws
/// ``InvalidParameter``.
public struct URLEncoding: ParameterEncoding {
  /// The place of the form.
  public enum Destination: Sendable, Hashable {
    /// The query of GET, HEAD, and DELETE, and the body of other requests.
    case methodDependent
    /// The query.
    case queryString
    /// The body.
    case httpBody

    func isQuery(for method: HTTPMethod) -> Bool {
      switch self {
      case .methodDependent: method == .get || method == .head || method == .delete
      case .queryString: true
      case .httpBody: false
      }
    }
  }

  /// Encodes into the query or the body, depending on the method, with the default options.
  public static let `default` = URLEncoding()

  /// Encodes into the query, with the default options.
  public static let queryString = URLEncoding(destination: .queryString)

  /// Encodes into the body, with the default options.
  public static let httpBody = URLEncoding(destination: .httpBody)

  /// The place of the form.
  public var destination: Destination

  /// The format of keys and values.
  public var options: FormOptions

  /// Creates an encoding.
  ///
  /// - Parameters:
  ///   - destination: The place of the form. By default, it depends on the method.
  ///   - options: The format of keys and values.
  public init(destination: Destination = .methodDependent, options: FormOptions) {
    self.destination = destination
    self.options = options
  }

  /// Creates an encoding with custom formats of arrays and booleans.
  ///
  /// - Parameters:
  ///   - destination: The place of the form. By default, it depends on the method.
  ///   - arrayEncoding: The format of an array's elements. Defaults to `tags[]=a`.
  ///   - boolEncoding: The format of booleans. Defaults to `1` and `0`.
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
