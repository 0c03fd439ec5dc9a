/// Conversions from the headers of `URLSession`: a dictionary that joins fields of the same name with commas.
extension HTTPHeaders {
  init(_ fields: [AnyHashable: Any]) {
    self.init()
    let pairs = fields.compactMap { name, value in (name as? String).map { ($0, "\(value)") } }
    for (name, value) in pairs.sorted(by: { $0.0 < $1.0 }) {
      let isCookies = HTTPToken.isSame(name, "Set-Cookie")
      for part in isCookies ? Self.cookies(in: value) : [value] { append(part, for: name) }
    }
  }

  /// Splits joined `Set-Cookie` fields. A comma within a date isn't followed by a name and `=`.
  static func cookies(in joined: String) -> [String] {
    var cookies: [String] = []
    for part in joined.split(separator: ",", omittingEmptySubsequences: false) {
      let name = part.prefix { $0 != "=" && $0 != ";" }
      let isNext =
        name.endIndex < part.endIndex && part[name.endIndex] == "="
        && HTTPToken.isToken(String(name.drop { $0 == " " }))
      if isNext || cookies.isEmpty {
        cookies.append(String(part.drop { $0 == " " }))
      } else {
        cookies[cookies.count - 1] += "," + part
      }
    }
    return cookies
  }
}
