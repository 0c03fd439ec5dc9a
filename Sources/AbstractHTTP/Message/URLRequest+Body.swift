#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

extension URLRequest {
  /// Rejects requests that restrict the network, because the transport can't distinguish networks.
  func checkRestrictions() throws(UnsupportedURLRequest) {
    try check(allowsCellularAccess, "allowsCellularAccess")
    #if !canImport(FoundationNetworking)
      try check(allowsExpensiveNetworkAccess, "allowsExpensiveNetworkAccess")
      try check(allowsConstrainedNetworkAccess, "allowsConstrainedNetworkAccess")
      try check(!requiresDNSSECValidation, "requiresDNSSECValidation")
    #endif
  }

  private func check(_ isMet: Bool, _ property: String) throws(UnsupportedURLRequest) {
    guard isMet else {
      throw UnsupportedURLRequest(
        property: property,
        description: "\(property) can't be honored: a request doesn't choose its network"
      )
    }
  }

  /// Returns the body. The length of a stream is taken from the `Content-Length` header, if there is one.
  func requestBody() throws(UnsupportedURLRequest) -> RequestBody? {
    if let httpBody { return RequestBody(httpBody) }
    guard let httpBodyStream else { return nil }
    let text = value(forHTTPHeaderField: "Content-Length")
    let length = text.flatMap { Int64($0) }
    guard text == nil || length.map({ $0 >= 0 }) == true else {
      throw UnsupportedURLRequest(
        property: "httpBodyStream",
        description: "the Content-Length of the body stream isn't a number of bytes"
      )
    }
    // NB: `InputStream` isn't Sendable, although `URLRequest`, which exposes it, is.
    nonisolated(unsafe) let stream = httpBodyStream
    return RequestBody(BodyStream(once: stream, length: length))
  }

  /// Sets the body.
  mutating func carry(_ body: RequestBody) throws {
    switch body.content {
    case .data(let data): httpBody = data
    case .file(let url):
      httpBodyStream = InputStream(url: url)
      if try OpenFile.isRegular(url) { setLength(try OpenFile(url).length) }
    case .segments(let segments):
      if segments.count == 1, case .stream(let stream) = segments[0] {
        guard let input = try stream.open() else {
          throw UnsupportedURLRequest(
            property: "httpBodyStream",
            description: "a body that is written while it is sent can't become an InputStream"
          )
        }
        httpBodyStream = input
        return stream.length.map { setLength($0) } ?? ()
      }
      httpBody = try segments.reduce(into: Data()) { data, segment in
        guard case .data(let next) = segment else {
          throw UnsupportedURLRequest(
            property: "httpBodyStream",
            description: "a body of several segments can't become one stream"
          )
        }
        data.append(next)
      }
    }
  }

  private mutating func setLength(_ length: Int64) { setValue("\(length)", forHTTPHeaderField: "Content-Length") }
}

extension HTTPURLResponse {
  /// Creates the response that a `URLSession` would have returned, without the body.
  ///
  /// ```swift
  /// let urlResponse = HTTPURLResponse(response)
  /// ```
  ///
  /// Fields with the same name are joined by commas. `nil` if neither the response nor its request has a URL.
  public convenience init?(_ response: Response) {
    guard let url = response.url ?? response.request?.url else { return nil }
    var fields: [String: (name: String, value: String)] = [:]
    for field in response.headers {
      let key = field.name.lowercased()
      fields[key] = fields[key].map { ($0.name, $0.value + ", " + field.value) } ?? (field.name, field.value)
    }
    self.init(
      url: url,
      statusCode: response.statusCode,
      httpVersion: nil,
      headerFields: Dictionary(fields.values.map { ($0.name, $0.value) }) { first, _ in first }
    )
  }
}
