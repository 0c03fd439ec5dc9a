extension Redaction {
  /// Whether the value of this name is masked: that of a header, a parameter, or a JSON member.
  ///
  /// A name is split into words at punctuation and at changes of case, so that `X-User-Auth`, `user_auth`, and `userAuth`
  /// are the same, and `X-Author` is another name.
  static func isSecret(_ name: String, _ more: SecretNames = []) -> Bool {
    let letters = plain(name)
    if hasCompound(letters) || names.contains(letters) || more.contains(letters) {
      return true
    }
    var last = ""
    for segment in name.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
      let parts = wordsByCase(segment)
      // NB: the whole segment as well, because `DPoP` and `OAuth` change case within a word.
      if parts.count > 1, isSecretWord(segment.lowercased()) { return true }
      for word in parts {
        if isSecretWord(word), !(word == "key" && harmlessKeys.contains(last)) { return true }
        last = word
      }
    }
    return false
  }

  /// The name without what differs from one API's spelling to another's: `api-key` and `apiKey` are the same.
  static func plain(_ name: String) -> String {
    guard name.utf8.allSatisfy({ $0 < 0x80 }) else { return name.lowercased().filter { $0.isLetter || $0.isNumber } }
    let bytes = name.utf8.lazy.map(HTTPToken.lowercased)
      .filter { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
    return String(decoding: Array(bytes), as: UTF8.self)
  }

  /// Whether a name contains one of the compounds.
  // NB: by bytes, since the standard library searches a text for another by a regular expression.
  private static func hasCompound(_ letters: String) -> Bool {
    var rest = letters.utf8[...]
    while let first = rest.first {
      if let compounds = compounds[first], compounds.contains(where: rest.starts) { return true }
      rest = rest.dropFirst()
    }
    return false
  }

  /// Whether a word is a secret's, without the number at its end: `oauth2`, `otp1`.
  private static func isSecretWord(_ word: String) -> Bool {
    if words.contains(word) { return true }
    guard word.last?.isNumber == true, let end = word.lastIndex(where: { !$0.isNumber }) else { return false }
    return words.contains(String(word[...end]))
  }

  /// The words of `userAuth` and `APIKey`, in lower case.
  private static func wordsByCase(_ segment: Substring) -> [String] {
    var words: [String] = []
    var start = segment.startIndex
    for place in segment.indices.dropFirst() where segment[place].isUppercase {
      let next = segment.index(after: place)
      let follows = !segment[segment.index(before: place)].isUppercase
      guard follows || next < segment.endIndex && segment[next].isLowercase else { continue }
      words.append(segment[start..<place].lowercased())
      start = place
    }
    return words + [segment[start...].lowercased()]
  }

  /// The words of which a secret's name has at least one.
  private static let words: Set<String> = [
    "assertion", "auth", "authenticate", "authentication", "authn", "authz", "bearer", "cert", "certificate", "cookie",
    "cookies", "cred", "creds", "csrf", "dpop", "hmac", "jwe", "jws", "jwt", "key", "mfa", "oauth", "otp", "passcode",
    "passkey", "psk", "pwd", "saml", "sess", "sid", "sig", "totp", "verifier", "wsse", "xsrf",
  ]

  /// What is so unlike any other word that it is found in names without boundaries, such as `accesstoken`; by its first byte.
  private static let compounds = Dictionary(
    grouping: [
      "token", "secret", "password", "passwd", "passphrase", "signature", "credential", "session", "authorization",
      "apikey", "accesskey", "authkey", "privatekey", "subscriptionkey", "functionskey", "apisign", "accesssign",
    ].map { Array($0.utf8) }
  ) { $0.first ?? 0 }

  /// The names that are secrets by themselves and harmless in others, such as `status_code`.
  private static let names: Set<String> = ["code", "pass", "pin", "sign", "xpass", "xpin", "xsign"]

  /// What makes a key one that opens nothing: `Idempotency-Key`, `sort_key`.
  private static let harmlessKeys: Set<String> = [
    "cache", "foreign", "idempotency", "partition", "primary", "public", "socket", "sort", "surrogate",
  ]
}

/// Further names whose values a user wants masked.
struct SecretNames: Sendable, ExpressibleByArrayLiteral {
  private let names: Set<String>

  init(_ names: some Sequence<String>) { self.names = Set(names.map(Redaction.plain)) }

  init(arrayLiteral elements: String...) { self.init(elements) }

  /// These names, and more.
  func including(_ more: [String]) -> SecretNames { more.isEmpty ? self : SecretNames(names.union(more)) }

  fileprivate func contains(_ plainName: String) -> Bool { !names.isEmpty && names.contains(plainName) }
}

/// The names of the headers that a credential was put into: no other origin is to see them.
enum ConfidentialHeadersKey: RequestContextKey { typealias Value = [String] }

/// The names of the query's parameters that a credential was put into.
enum ConfidentialParametersKey: RequestContextKey { typealias Value = [String] }

/// The names of the headers that are made for the request's address: a redirect leaves them behind.
enum BoundHeadersKey: RequestContextKey { typealias Value = [String] }

extension Request {
  var confidentialHeaders: [String] { context[ConfidentialHeadersKey.self] ?? [] }

  var confidentialParameters: [String] { context[ConfidentialParametersKey.self] ?? [] }

  /// The names in the request that a credential was put into, wherever.
  var confidentialNames: [String] { confidentialHeaders + confidentialParameters }

  mutating func addConfidential(_ names: [String]) {
    if !names.isEmpty { context[ConfidentialHeadersKey.self] = confidentialHeaders + names }
  }
}
