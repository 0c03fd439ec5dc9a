import Foundation

extension HARFile {
  /// A cookie of a request, which only has a name and a value, or of a response.
  struct Cookie: Codable, Hashable {
    var name: String
    var value: String
    var path: String?
    var domain: String?
    var expires: String?
    var httpOnly: Bool?
    var secure: Bool?
    var sameSite: String?
  }

  /// The cookies of a message. They repeat its headers, so they are written and never read.
  struct Cookies: Codable {
    var cookies: [Cookie] = []

    init(_ cookies: [Cookie] = []) { self.cookies = cookies }

    init(from decoder: any Decoder) {}

    func encode(to encoder: any Encoder) throws { try cookies.encode(to: encoder) }
  }
}

extension HARFile.Cookies {
  /// Creates the list of cookies that a request sends.
  init(of request: HTTPHeaders) {
    cookies = request.values(for: "Cookie").flatMap { $0.utf8.split(separator: UInt8(ascii: ";")) }.map { pair in
      let (name, value) = Substring(pair).pair
      return HARFile.Cookie(name: name, value: value)
    }
  }

  /// Creates the list of cookies that a response sets.
  ///
  /// - Parameter date: The time at which it arrived, from which a `Max-Age` counts.
  init(of response: HTTPHeaders, at date: Date) {
    cookies = response.values(for: "Set-Cookie").map { HARFile.Cookie(setCookie: $0, at: date) }
  }
}

extension HARFile.Cookie {
  fileprivate init(setCookie: String, at date: Date) {
    var parts = setCookie.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)[...]
    (name, value) = Substring(parts.popFirst() ?? setCookie.utf8[...]).pair
    (httpOnly, secure) = (false, false)
    var age: Double?
    for part in parts {
      let (attribute, value) = Substring(part).attribute
      switch attribute {
      case "path": path = value
      case "domain": domain = value
      case "httponly": httpOnly = true
      case "secure": secure = true
      case "samesite": sameSite = value
      case "expires": expires = CookieDate.date(of: Array(value.utf8)[...]).map(HARFile.text)
      case "max-age": age = Int32(value).map(Double.init)
      default: break
      }
    }
    if let age { expires = HARFile.text(of: date.addingTimeInterval(age)) }
  }
}

extension Substring {
  /// The name and the value of a cookie; a text without `=` is a value (RFC 6265bis §5.6).
  fileprivate var pair: (name: String, value: String) {
    guard let equals = utf8.firstIndex(of: UInt8(ascii: "=")) else { return ("", HTTPToken.trimmed(String(self))) }
    return (
      HTTPToken.trimmed(String(self[..<equals])), HTTPToken.trimmed(String(Substring(utf8[equals...].dropFirst())))
    )
  }

  /// The name of an attribute in lower case, and its value.
  fileprivate var attribute: (name: String, value: String) {
    let equals = utf8.firstIndex(of: UInt8(ascii: "=")) ?? endIndex
    let value = HTTPToken.trimmed(String(Substring(utf8[equals...].dropFirst())))
    return (HTTPToken.trimmed(String(self[..<equals])).lowercased(), value)
  }
}

extension Redaction {
  /// Returns headers for the archive: with the names of cookies, which aren't secret, and without their values.
  static func archived(_ headers: HTTPHeaders, _ more: SecretNames = []) -> HTTPHeaders {
    HTTPHeaders(
      headers.map { field in
        switch field.name.lowercased() {
        case "cookie": HTTPHeaders.Field(name: field.name, value: cookies(field.value))
        case "set-cookie": HTTPHeaders.Field(name: field.name, value: setCookie(field.value))
        default: HTTPHeaders.Field(name: field.name, value: value(of: field, more))
        }
      }
    )
  }

  private static func cookies(_ header: String) -> String {
    header.utf8.split(separator: UInt8(ascii: ";")).map { cookie(Substring($0)) }.joined(separator: "; ")
  }

  private static func setCookie(_ line: String) -> String {
    let parts = line.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { Substring($0) }
    let attributes = parts.dropFirst().map { attribute in
      let (name, value) = attribute.attribute
      return harmlessAttributes.contains(name) || value.isEmpty ? String(attribute) : " \(name)=\(mask)"
    }
    return ([cookie(parts.first ?? "")] + attributes).joined(separator: ";")
  }

  private static func cookie(_ pair: Substring) -> String {
    let name = pair.pair.name
    return name.isEmpty ? mask : "\(name)=\(mask)"
  }

  private static let harmlessAttributes: Set<String> = [
    "path", "domain", "expires", "max-age", "samesite", "priority", "secure", "httponly", "partitioned",
  ]
}
