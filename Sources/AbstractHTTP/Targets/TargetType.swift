public import Foundation

/// The endpoints of one API, as the cases of an enum.
///
/// Each case says where it is and what it sends; all else has a default:
///
/// ```swift
/// enum GitHub: TargetType {
///   case zen
///   case user(id: String)
///   case search(words: String)
///
///   var baseURL: URL { api }
///   var path: String {
///     switch self {
///     case .zen: "/zen"
///     case .user(let id): "/users/\(segment: id)"
///     case .search: "/search"
///     }
///   }
///   var parameters: [String: any Sendable]? {
///     if case .search(let words) = self { ["q": words] } else { nil }
///   }
/// }
///
/// let github = Provider<GitHub>()
/// github.request(.user(id: "1")).success { (user: User) in print(user.name) }
/// ```
///
/// A target is a ``RequestSpec``, and goes wherever one goes: `url`, `httpMethod`, `urlQuery`, `content()` and `destination`
/// come by themselves. One that is a ``ConnectionSpec`` besides is validated by its ``validationType``.
///
/// A target's address is its ``path`` on its ``baseURL`` and nothing else. A property `url` of its own is not where the request
/// goes, and a property `httpMethod` that differs from ``method`` fails with ``UnreadMember``.
public protocol TargetType: RequestSpec {
  /// The address that all endpoints have in common: an absolute `http` or `https` URL, with or without a path, and a `/` at
  /// its end. A query that it has comes before the target's own.
  var baseURL: URL { get }

  /// What is appended to the path of ``baseURL``. Nothing by default.
  ///
  /// Its `/` separate segments; what a segment cannot hold is percent-encoded, `?` and `#` among it, and what is encoded
  /// already stays. `"/users/\(segment: id)"` encodes a value as one segment, slashes and all. A segment `.` or `..` fails
  /// with `.invalidURL`.
  var path: String { get }

  /// The method. `GET` by default.
  var method: HTTPMethod { get }

  /// What is sent along, by ``parameterEncoding``. None by default.
  var parameters: [String: any Sendable]? { get }

  /// How ``parameters`` are sent. By default ``URLEncoding/default``: in the query of a `GET`, `HEAD` or `DELETE`, as a form in
  /// the body of any other.
  var parameterEncoding: any ParameterEncoding { get }

  /// What is sent, and where the response goes. By default made of ``parameters`` and ``parameterEncoding``.
  ///
  /// Read for the query, for the body and for the destination of each request, so it had better be the same each time.
  var task: RequestTask { get }

  /// Which responses are valid. By default ``ValidationType/successCodes``: those of status 200 to 299.
  var validationType: ValidationType { get }

  /// The body that a stub answers with. Empty by default.
  var sampleData: Data { get }
}

extension TargetType {
  /// Nothing: the base URL itself.
  public var path: String { "" }

  /// `GET`.
  public var method: HTTPMethod { .get }

  /// None.
  public var parameters: [String: any Sendable]? { nil }

  /// In the query or as a form, by the method.
  public var parameterEncoding: any ParameterEncoding { URLEncoding.default }

  /// The parameters in their encoding; plain if there are none.
  public var task: RequestTask {
    do {
      return try writtenParameters().map { .requestParameters(parameters: $0, encoding: parameterEncoding) }
        ?? .requestPlain
    } catch {
      return .requestParameters(parameters: [:], encoding: RefusedEncoding(error: error))
    }
  }

  /// Those of status 200 to 299.
  public var validationType: ValidationType { .successCodes }

  /// Empty.
  public var sampleData: Data { Data() }
}

extension TargetType {
  /// The path on the base URL.
  public var url: String { address }

  var address: String { TargetPath(path).text(on: baseURL) }

  /// The target's ``method``.
  public var httpMethod: HTTPMethod { method }

  /// The parameters of the task that go into the query.
  ///
  /// - Throws: What the encoding of the parameters threw.
  public var urlQuery: URLQuery? { get throws { try task.query(for: method) } }

  /// The body of the task, and if it has none, the data of `body()`.
  public func content() throws -> RequestBody? {
    try task.content(for: method) ?? writtenBody(isOwn: true)
  }

  /// Where the task says that the response goes; `nil` for the memory.
  public var destination: DownloadDestination? { task.destination }

  func checkPath() throws(InvalidURL) {
    guard !TargetPath(path).hasDotSegment else {
      throw InvalidURL(url: Redaction.text(ofRefusedURL: address), reason: .dotSegment)
    }
  }
}

extension ResponseSpec where Self: TargetType {
  /// Whether the target's ``TargetType/validationType`` accepts the response.
  public func validate(response: Response) -> Bool { validationType.rejection(of: response) == nil }

  /// Returns the reason that the target's ``TargetType/validationType`` gives if `validate(response:)` returns `false`.
  public func rejection(of response: Response) throws -> Rejection? {
    guard try !validate(response: response) else { return nil }
    return validationType.rejection(of: response) ?? Rejection(invalid: response)
  }
}
