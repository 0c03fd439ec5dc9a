import Foundation

extension HARFile.Entry {
  init(_ entry: HTTPArchive.Entry) {
    let timings = HARFile.Timings(entry)
    startedDateTime = HARFile.text(of: entry.startedAt)
    time = timings.total
    request = HARFile.Request(entry)
    response = HARFile.Response(entry)
    self.timings = timings
    serverIPAddress = entry.metrics?.remoteAddress
    connection = entry.metrics?.remotePort.map { "\($0)" }
    isRedirectFollowed = entry.isRedirect ? entry.isRedirectFollowed : nil
  }

  func entry() throws -> HTTPArchive.Entry {
    var entry = HTTPArchive.Entry(
      request: try request.request(),
      response: try response.response(),
      errorCode: response.errorCode,
      startedAt: HARFile.date(startedDateTime) ?? Date(timeIntervalSince1970: 0),
      duration: .archived(time) ?? .zero
    )
    entry.httpVersion = response.knownVersion
    entry.metrics = timings?.metrics(of: self)
    entry.unrecordedBodySize = request.postData == nil ? request.bodySize.flatMap { $0 == 0 ? nil : $0 } : nil
    // NB: other tools don't record this, and browsers follow every redirect.
    entry.isRedirectFollowed = entry.isRedirect && isRedirectFollowed ?? true
    return entry
  }
}

extension HARFile.Request {
  init(_ entry: HTTPArchive.Entry) {
    let request = entry.request
    method = request.httpMethod.rawValue
    url = request.url.absoluteString
    httpVersion = entry.httpVersion ?? "unknown"
    cookies = HARFile.Cookies(of: request.headers)
    headers = request.headers.map { HARFile.Pair(name: $0.name, value: $0.value) }
    headersSize = entry.metrics?.sent.map { Int($0.head) } ?? -1
    bodySize = entry.unrecordedBodySize ?? 0
    queryString =
      URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems?.map {
        HARFile.Pair(name: $0.name, value: $0.value ?? "")
      } ?? []
    guard let body = request.body, case .data(let data) = body.content else { return }
    let (text, encoding) = HARFile.text(of: data)
    let type = request.headers["Content-Type"] ?? body.contentType ?? "application/octet-stream"
    postData = HARFile.PostData(mimeType: type, text: text, encoding: encoding)
    bodySize = data.count
  }

  func request() throws -> Request {
    let data = try postData.flatMap { post in try post.text.map { try HARFile.data(of: $0, post.encoding) } }
    return Request(
      url: try HARFile.url(url),
      httpMethod: HTTPMethod(method),
      headers: HARFile.headers(headers),
      body: data.map { RequestBody($0, contentType: postData?.mimeType) }
    )
  }
}

extension HARFile.Response {
  init(_ entry: HTTPArchive.Entry) {
    let data = entry.response?.data ?? Data()
    let (text, encoding) = HARFile.text(of: data)
    status = entry.response?.statusCode ?? 0
    httpVersion = entry.httpVersion ?? "unknown"
    statusText = StatusText.text(of: status, httpVersion: entry.httpVersion)
    cookies = HARFile.Cookies(of: entry.response?.headers ?? [:], at: entry.startedAt + entry.duration / .seconds(1))
    headers = entry.response?.headers.map { HARFile.Pair(name: $0.name, value: $0.value) } ?? []
    content = HARFile.Content(
      size: data.count,
      mimeType: entry.response?.headers["Content-Type"] ?? "",
      text: text,
      encoding: encoding
    )
    redirectURL = entry.response?.headers["Location"] ?? ""
    headersSize = entry.metrics?.received.map { Int($0.head) } ?? -1
    bodySize = entry.responseBodySize
    if entry.isResponseEncoded, let bodySize, bodySize >= 0 { content.compression = data.count - bodySize }
    url = entry.response?.url?.absoluteString
    errorCode = entry.errorCode
  }

  /// Returns the response; `nil` if none arrived, which is written as status 0.
  func response() throws -> Response? {
    guard status > 0 else { return nil }
    var response = Response(
      statusCode: status,
      headers: HARFile.headers(headers),
      data: try content.text.map { try HARFile.data(of: $0, content.encoding) } ?? Data(),
      url: try url.map(HARFile.url)
    )
    response.protocolVersion = knownVersion
    return response
  }
}

extension HTTPArchive.Entry {
  fileprivate var isResponseEncoded: Bool {
    response?.headers["Content-Encoding"].map { !HTTPToken.isSame($0, "identity") } ?? false
  }

  /// The compressed size of the body in bytes; -1 if it isn't known, and 0 for a 304, as HAR 1.2 specifies.
  fileprivate var responseBodySize: Int {
    guard let response else { return -1 }
    guard response.statusCode != 304, request.httpMethod != .head else { return 0 }
    if let received = metrics?.received { return Int(received.body) }
    let declared = response.headers["Content-Length"].flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
    return declared ?? (isResponseEncoded ? -1 : response.data.count)
  }
}

extension HARFile {
  /// Returns the bytes as text, or in Base64 if they aren't text.
  fileprivate static func text(of data: Data) -> (String, encoding: String?) {
    guard let text = String(validating: data, as: UTF8.self) else { return (data.base64EncodedString(), "base64") }
    return (text, nil)
  }

  fileprivate static func data(of text: String, _ encoding: String?) throws -> Data {
    guard encoding == "base64" else { return Data(text.utf8) }
    guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "a body is not base64"))
    }
    return data
  }

  fileprivate static func url(_ text: String) throws -> URL {
    do {
      return try URL(http: text)
    } catch {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "\(error)"))
    }
  }

  /// Returns the headers without the HTTP/2 pseudo-headers that browsers write.
  fileprivate static func headers(_ pairs: [Pair]) -> HTTPHeaders {
    HTTPHeaders(pairs.filter { !$0.name.hasPrefix(":") }.map { .init(name: $0.name, value: $0.value) })
  }

  static func text(of date: Date) -> String {
    date.formatted(
      .iso8601.year().month().day().time(includingFractionalSeconds: true).timeZone(separator: .omitted)
    )
  }

  fileprivate static func date(_ text: String) -> Date? {
    (try? Date(
      text,
      strategy: .iso8601.year().month().day().time(includingFractionalSeconds: true).timeZone(separator: .omitted)
    ))
      ?? (try? Date(text, strategy: .iso8601))
  }
}
