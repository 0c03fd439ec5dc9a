import Foundation

extension WireRequest {
  private static let redirectLimit = 20

  /// The request that a redirect asks for (RFC 9110 §15.4); `nil` if the response is none, or does not say where to.
  mutating func redirect(to address: HTTPAddress, by statusCode: Int) throws(URLError) {
    if becomesGet(by: statusCode) {
      httpMethod = .get
      body = nil
      headers = HTTPHeaders(headers.filter { !Self.isAboutContent($0.name) })
    } else if let body, body.length > 0 {
      guard isBodyReplayable else {
        throw URLError(.requestBodyStreamExhausted, "the server redirects a body that cannot be sent a second time")
      }
      guard address.isSecure || !self.address.isSecure else {
        throw URLError(.appTransportSecurityRequiresSecureConnection, "the server redirects a body from https to http")
      }
    }
    if address.origin != self.address.origin {
      headers = HTTPHeaders(headers.filter { !staysBehind($0.name) })
    }
    self.address = address
    authorize()
  }

  func redirected(by response: WireResponse, after redirects: Int) throws(URLError) -> WireRequest? {
    guard [301, 302, 303, 307, 308].contains(response.statusCode), let target = try target(of: response) else {
      return nil
    }
    guard redirects < Self.redirectLimit else {
      throw URLError(.httpTooManyRedirects, "the server redirects more than \(Self.redirectLimit) times")
    }
    var next = self
    try next.redirect(to: target, by: response.statusCode)
    return next
  }

  /// Where the redirect leads, with the fragment of this request unless it has its own (RFC 9110 §10.2.2).
  private func target(of response: WireResponse) throws(URLError) -> HTTPAddress? {
    guard let location = response.headers.values(for: "Location").first, !location.isEmpty else { return nil }
    var reference = URIReference(location)
    if let scheme = reference.scheme, !["http", "https"].contains(scheme.lowercased()) {
      throw URLError(.unsupportedURL, "the server redirects to what is neither http nor https")
    }
    if reference.fragment == nil { reference.fragment = address.fragment }
    guard let url = try? URL(http: reference.resolved(against: address)) else { return nil }
    return try? HTTPAddress(url.absoluteString)
  }

  private func becomesGet(by statusCode: Int) -> Bool {
    switch statusCode {
    case 301, 302: httpMethod == .post
    case 303: httpMethod != .get && httpMethod != .head
    default: false
    }
  }

  private static func isAboutContent(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasPrefix("content-") || name == "digest" || name == "last-modified"
  }

  /// What another server must not see, or what named this one.
  private func staysBehind(_ name: String) -> Bool {
    Redaction.isSecretHeader(name)
      || (confidential + ["Host", "Origin", "Referer"]).contains { HTTPToken.isSame($0, name) }
  }
}
