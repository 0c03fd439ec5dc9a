import Foundation

extension WireRequest {
  /// Changes the request to follow a redirect (RFC 9110 §15.4).
  mutating func redirect(to address: HTTPAddress, by statusCode: Int) throws(URLError) {
    if becomesGet(by: statusCode) {
      httpMethod = .get
      (body, trailers) = (nil, nil)
      headers = HTTPHeaders(headers.filter { !Self.isAboutContent($0.name) })
    } else if let body, body.length != 0 {
      guard isBodyReplayable else {
        throw URLError(.requestBodyStreamExhausted, "the server redirects a body that cannot be sent a second time")
      }
      guard address.isSecure || !self.address.isSecure else {
        throw URLError(.appTransportSecurityRequiresSecureConnection, "the server redirects a body from https to http")
      }
    }
    if address.origin != self.address.origin {
      isElsewhere = true
      headers = HTTPHeaders(headers.filter { crossesOrigins($0.name) })
    }
    for name in bound { headers[name] = nil }
    self.address = address
    authorize()
  }

  /// Returns the request that a redirect leads to; `nil` if the response isn't a redirect, names no target, or isn't
  /// followed.
  func redirected(
    by response: WireResponse,
    after redirects: Int,
    _ policy: RedirectPolicy = .follow
  ) throws(URLError) -> WireRequest? {
    guard [301, 302, 303, 307, 308].contains(response.statusCode), policy.isFollowing,
      let target = try target(of: response), policy.allows(target, from: address)
    else {
      return nil
    }
    guard redirects < policy.limit else {
      throw URLError(.httpTooManyRedirects, "the server redirects more often than the limit of \(policy.limit)")
    }
    var next = self
    try next.redirect(to: target, by: response.statusCode)
    return next
  }

  /// Returns the target of the redirect, with the fragment of this request unless it has its own (RFC 9110 §10.2.2).
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

  /// Returns whether a header may be sent to another origin: only if it is known to be harmless, or the caller has
  /// listed it. Never true for the headers of a credential, and for `Host`, which names the server.
  private func crossesOrigins(_ name: String) -> Bool {
    guard !(confidential + ["Host"]).contains(where: { HTTPToken.isSame($0, name) }) else { return false }
    return (Self.harmlessHeaders + crossOriginHeaders).contains { HTTPToken.isSame($0, name) }
  }

  private static let harmlessHeaders = [
    "Accept", "Accept-Language", "Accept-Encoding", "User-Agent", "Content-Type", "Content-Language",
    "Content-Encoding", "Range", "If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since", "If-Range",
    "Cache-Control", "traceparent",
    "tracestate",
  ]
}
