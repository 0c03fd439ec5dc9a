import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension WireRequest {
  /// Validates a request and prepares it for sending: moves the URL's user to a header, and removes the headers that
  /// frame the message, which the transport sets (RFC 9112 §6).
  ///
  /// - Throws: ``InvalidRequest``, ``TransferRefusal``, or a `URLError` for the URL and the file.
  init(_ request: Request, _ settings: TransferSettings, body: BodySource? = nil) throws {
    try request.validate()
    try self.init(
      address: request.address,
      httpMethod: request.httpMethod,
      headers: request.headers,
      body: body ?? request.body.map(BodySource.init),
      idleTimeout: settings.idleTimeout(),
      maximumResponseSize: settings.maximumResponseSize,
      delivery: request.delivery,
      stallTimeout: settings.stallLimit(),
      cachePolicy: settings.cachePolicy
    )
    isBodyReplayable = request.body?.isReplayable ?? true
    trailers = request.body?.trailers ?? (request.body?.hasTrailers == true ? RequestTrailers { [:] } : nil)
    confidential = request.confidentialHeaders
    bound = request.context[BoundHeadersKey.self] ?? []
    crossOriginHeaders = settings.crossOriginHeaders
    connectTimeout = try settings.connectLimit()
    try settings.redirectPolicy.check()
    try checkSettings()
    try checkCache()
    try completeBody(contentType: request.body?.contentType)
    try addLanguage(settings.acceptLanguage)
    if headers.contains("Content-Length") { headers["Content-Length"] = nil }
    if headers.contains("Transfer-Encoding") { headers["Transfer-Encoding"] = nil }
    authorize()
  }

  /// Creates the request that is sent in place of a redirect's next request.
  ///
  /// - Parameter body: The body, if it is still the body of the redirected request.
  init(_ request: Request, _ settings: TransferSettings, _ body: BodySource?, inPlaceOf next: WireRequest) throws {
    try self.init(request, settings, body: body)
    delivery = next.delivery
    (resumption, resumedFrom) = (next.resumption, next.resumedFrom)
    // NB: whatever the policy makes of the address, a redirect to another origin chose where it leads.
    isElsewhere = next.isElsewhere
  }

  /// Sends the user and the password of the URL as specified by RFC 7617, unless the headers contain `Authorization`.
  mutating func authorize() {
    guard let userInfo = address.userInfo, !headers.contains("Authorization") else { return }
    let parts = userInfo.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let decoded = parts.map { $0.removingPercentEncoding ?? String($0) }
    let credentials = decoded.count == 2 ? decoded.joined(separator: ":") : userInfo + ":"
    headers.append("Basic " + Data(credentials.utf8).base64EncodedString(), for: "Authorization")
  }

  private func checkSettings() throws(TransferRefusal) {
    if httpMethod == .connect { throw .method(httpMethod) }
    if let size = maximumResponseSize, size < 0 { throw .maximumResponseSize(size) }
    if httpMethod == .head, let body, body.length != 0 { throw .bodyOfHead }
  }

  private mutating func addLanguage(_ language: String?) throws(InvalidRequest) {
    guard let language, !language.isEmpty, !headers.contains("Accept-Language") else { return }
    guard HTTPToken.isFieldValue(language) else { throw .headerValue(name: "Accept-Language") }
    headers.append(language, for: "Accept-Language")
  }

  private func checkCache() throws(URLError) {
    #if canImport(FoundationNetworking)
      guard cachePolicy != .returnCacheDataDontLoad else {
        throw URLError(.resourceUnavailable, "there is no cache on this system")
      }
    #endif
  }

  /// Completes the body. Methods that expect a body send `Content-Length: 0` even without one (RFC 9110 §8.6).
  private mutating func completeBody(contentType: String?) throws {
    if let contentType, !headers.contains("Content-Type") { headers.append(contentType, for: "Content-Type") }
    if httpMethod == .head { (body, trailers) = (nil, nil) }
    if body == nil, [.post, .put, .patch].contains(httpMethod) { body = .data(Data()) }
  }
}

/// The default `User-Agent`, which names the program and the library (RFC 9110 §10.1.5).
enum UserAgent {
  static let libraryVersion = "0.1.0"

  /// `App/1.2 AbstractHTTP/0.1.0 (Linux)`.
  static let `default`: String = {
    let info = Bundle.main.infoDictionary
    let name = info?["CFBundleName"] as? String ?? ProcessInfo.processInfo.processName
    return text(app: name, version: info?["CFBundleShortVersionString"] as? String)
  }()

  static func text(app name: String, version: String?) -> String {
    let library = "AbstractHTTP/\(libraryVersion) (\(system))"
    guard let name = token(name) else { return library }
    return "\(name)\(version.flatMap(token).map { "/\($0)" } ?? "") \(library)"
  }

  /// Returns the text without the characters that a product's name can't contain.
  private static func token(_ text: String) -> String? {
    let bytes = text.utf8.map { HTTPToken.isToken(String(UnicodeScalar($0))) ? $0 : UInt8(ascii: "-") }
    return bytes.allSatisfy { $0 == UInt8(ascii: "-") } ? nil : String(decoding: bytes, as: UTF8.self)
  }

  private static var system: String {
    #if os(Linux)
      "Linux"
    #elseif os(macOS)
      "macOS"
    #elseif os(tvOS)
      "tvOS"
    #elseif os(watchOS)
      "watchOS"
    #elseif os(visionOS)
      "visionOS"
    #else
      "iOS"
    #endif
  }
}
