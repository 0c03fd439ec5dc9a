import Foundation

extension Endpoint: Hashable {
  /// Compares what the endpoints send: their requests, or if both send a multipart form, the forms without their random
  /// boundaries.
  ///
  /// JSON bodies are compared by value, because the order of a dictionary's keys may differ. Endpoints that can't be
  /// sent are equal if they have the same address and fail with the same error. The sample responses aren't compared.
  ///
  /// Each comparison encodes both requests.
  public static func == (one: Endpoint, other: Endpoint) -> Bool {
    guard one.url == other.url, one.httpMethod == other.httpMethod, one.headers == other.headers,
      one.omitsCredentials == other.omitsCredentials
    else { return false }
    if let form = one.task.form, let other = (other.task.form.map { ($0, other) }) {
      return form == other.0 && one.writtenQueryText == other.1.writtenQueryText
    }
    return isSame(Result { try one.request() }, Result { try other.request() })
  }

  /// Hashes the address, the method and the headers.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(url)
    hasher.combine(httpMethod)
    hasher.combine(headers)
  }

  private var writtenQueryText: String? {
    (try? urlQuery).flatMap { $0 }?.string(urlEncoder: DefaultURLEncoder())
  }

  private static func isSame(_ one: Result<Request, any Error>, _ other: Result<Request, any Error>) -> Bool {
    switch (one, other) {
    case (.success(let one), .success(let other)): one.sendsSame(as: other)
    case (.failure(let one), .failure(let other)): "\(one)" == "\(other)"
    default: false
    }
  }
}

extension Request {
  /// Returns whether the requests are equal, or only differ in the formatting of the same JSON.
  fileprivate func sendsSame(as other: Request) -> Bool {
    guard self != other else { return true }
    guard case .data(let one)? = body?.content, case .data(let another)? = other.body?.content,
      body?.contentType == RequestBody.jsonType, other.body?.contentType == RequestBody.jsonType,
      let json = try? JSON(data: one), let otherJSON = try? JSON(data: another), json == otherJSON
    else { return false }
    var same = other
    same.body = body
    return self == same
  }
}

extension RequestTask {
  /// The body as a multipart form.
  fileprivate var form: MultipartFormData? {
    switch self {
    case .uploadMultipartFormData(let form), .uploadCompositeMultipartFormData(let form, _): form
    default: nil
    }
  }
}
