public import Foundation

/// The endpoints of an API, as the cases of an enum.
///
/// Each case has an address and a payload. Everything else has a default:
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
/// A target is a ``RequestSpec``, and can be used as one: `url`, `httpMethod`, `urlQuery`, `content()`, and
/// `destination` are derived. A target that is also a ``ConnectionSpec`` is validated by its ``validationType``.
///
/// The address of a target is always its ``path`` on its ``baseURL``. If it declares a property `url`, the request
/// isn't sent there. A property `httpMethod` that differs from ``method`` fails with ``UnreadMember``.
public protocol TargetType: RequestSpec {
  /// The base address of all endpoints: an absolute `http` or `https` URL, with or without a path and a trailing slash.
  /// Its query precedes the target's own.
  var baseURL: URL { get }

  /// The path to append to that of ``baseURL``. Defaults to none.
  ///
  /// Slashes separate its segments. Characters that a segment can't contain, including `?` and `#`, are
  /// percent-encoded, and existing encoding is kept. `"/users/\(segment: id)"` encodes a value as one segment,
  /// including its slashes. A segment `.` or `..` fails with `.invalidURL`.
  var path: String { get }

  /// The method. Defaults to `GET`.
  var method: HTTPMethod { get }

  /// The parameters to send, encoded by ``parameterEncoding``. Defaults to none.
  var parameters: [String: any Sendable]? { get }

  /// The encoding of ``parameters``. Defaults to ``URLEncoding/default``: in the query of a `GET`, `HEAD`, or `DELETE`,
  /// and as a form in the body of other requests.
  var parameterEncoding: any ParameterEncoding { get }

  /// The payload, and the destination of the response. Defaults to ``parameters`` in their ``parameterEncoding``.
  ///
  /// It is read several times for each request: for the query, the body, and the destination. It should return the same
  /// task each time.
  var task: RequestTask { get }

  /// Which responses are valid. Defaults to ``ValidationType/successCodes``: responses with status 200 to 299.
  var validationType: ValidationType { get }

  /// The body of a stub's response. Defaults to empty data.
  var sampleData: Data { get }
}

extension TargetType {
  /// By default, an empty path: the base URL itself.
  public var path: String { "" }

  /// The default method, `GET`.
  public var method: HTTPMethod { .get }

  /// No parameters, by default.
  public var parameters: [String: any Sendable]? { nil }

  /// By default, encodes parameters in the query or as a form, depending on the method.
  public var parameterEncoding: any ParameterEncoding { URLEncoding.default }

  /// By default, sends the parameters in their encoding, or nothing if there are none.
  public var task: RequestTask {
    do {
      return try writtenParameters().map { .requestParameters(parameters: $0, encoding: parameterEncoding) }
        ?? .requestPlain
    } catch {
      return .requestParameters(parameters: [:], encoding: RefusedEncoding(error: error))
    }
  }

  /// By default, accepts responses with status 200 to 299.
  public var validationType: ValidationType { .successCodes }

  /// Empty, by default.
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
  /// - Throws: Errors of the parameters' encoding.
  public var urlQuery: URLQuery? { get throws { try task.query(for: method) } }

  /// Returns the body of the task, or the data of `body()` if it has none.
  public func content() throws -> RequestBody? {
    try task.content(for: method) ?? writtenBody(isOwn: true)
  }

  /// The task's destination of the response; `nil` for memory.
  public var destination: DownloadDestination? { task.destination }

  /// Returns the address.
  ///
  /// - Throws: ``InvalidURL`` if a segment of the path is `.` or `..`.
  func checkedAddress() throws(InvalidURL) -> String {
    let path = TargetPath(path)
    try check(path)
    return path.text(on: baseURL)
  }

  func checkPath() throws(InvalidURL) { try check(TargetPath(path)) }

  private func check(_ path: TargetPath) throws(InvalidURL) {
    guard !path.hasDotSegment else {
      throw InvalidURL(url: Redaction.text(ofRefusedURL: path.text(on: baseURL)), reason: .dotSegment)
    }
  }
}

extension ResponseSpec where Self: TargetType {
  /// Returns whether the target's ``TargetType/validationType`` accepts the response.
  public func validate(response: Response) -> Bool { validationType.rejection(of: response) == nil }

  /// Returns the reason of the target's ``TargetType/validationType`` if `validate(response:)` returns `false`.
  public func rejection(of response: Response) throws -> Rejection? {
    guard try !validate(response: response) else { return nil }
    return validationType.rejection(of: response) ?? Rejection(invalid: response)
  }
}
