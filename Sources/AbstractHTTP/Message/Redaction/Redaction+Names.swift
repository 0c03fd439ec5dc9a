extension Redaction {
  /// Returns whether the value with this name is masked: a header, a parameter, or a JSON member.
  ///
  /// A name is split into words at punctuation and at changes of case, so that `X-User-Auth`, `user_auth`, and
  /// `userAuth` are equal, and `X-Author` isn't.
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

  /// Returns the name without differences in spelling between APIs: `api-key` and `apiKey` are equal.
  static func plain(_ name: String) -> String {
    guard name.utf8.allSatisfy({ $0 < 0x80 }) else { return name.lowercased().filter { $0.isLetter || $0.isNumber } }
    let bytes = name.utf8.lazy.map(HTTPToken.lowercased)
      .filter { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
    return String(decoding: Array(bytes), as: UTF8.self)
  }

  /// Returns whether a name contains one of the compounds.
  // NB: by bytes, because the standard library searches for text with a regular expression.
  private static func hasCompound(_ letters: String) -> Bool {
    var rest = letters.utf8[...]
    while let first = rest.first {
      if let compounds = compounds[first], compounds.contains(where: rest.starts) { return true }
      rest = rest.dropFirst()
    }
    return false
  }

  /// Returns whether a word indicates a secret, ignoring a number at its end: `oauth2`, `otp1`.
  private static func isSecretWord(_ word: String) -> Bool {
    if words.contains(word) { return true }
    guard word.last?.isNumber == true, let end = word.lastIndex(where: { !$0.isNumber }) else { return false }
    return words.contains(String(word[...end]))
  }

  /// Returns the words in `userAuth` and `APIKey`, in lower case.
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

  /// Words of which one is enough to make a name secret.
  private static let words: Set<String> = [
    "assertion", "auth", "authenticate", "authentication", "authn", "authz", "bearer", "cert", "certificate", "cookie",
    "cookies", "cred", "creds", "csrf", "dpop", "hmac", "jwe", "jws", "jwt", "key", "mfa", "oauth", "otp", "passcode",
    "passkey", "psk", "pwd", "saml", "sess", "sid", "sig", "totp", "verifier", "wsse", "xsrf",
  ]

  /// Words so distinctive that they are also found in names without word boundaries, such as `accesstoken`, by their
  /// first byte.
  private static let compounds = Dictionary(
    grouping: [
      "token", "secret", "password", "passwd", "passphrase", "signature", "credential", "session", "authorization",
      "apikey", "accesskey", "authkey", "privatekey", "subscriptionkey", "functionskey", "apisign", "accesssign",
    ].map { Array($0.utf8) }
  ) { $0.first ?? 0 }

  /// Names that are secret on their own, and harmless as part of others, such as `status_code`.
  private static let names: Set<String> = ["code", "pass", "pin", "sign", "xpass", "xpin", "xsign"]

  /// Words that mark a key as harmless: `Idempotency-Key`, `sort_key`.
  private static let harmlessKeys: Set<String> = [
    "cache", "foreign", "idempotency", "partition", "primary", "public", "socket", "sort", "surrogate",
  ]
}

/// Additional names whose values the user wants masked.
struct SecretNames: Sendable, ExpressibleByArrayLiteral {
  private let names: Set<String>

  init(_ names: some Sequence<String>) { self.names = Set(names.map(Redaction.plain)) }

  init(arrayLiteral elements: String...) { self.init(elements) }

  /// Returns these names and more.
  func including(_ more: [String]) -> SecretNames { more.isEmpty ? self : SecretNames(names.union(more)) }

  fileprivate func contains(_ plainName: String) -> Bool { !names.isEmpty && names.contains(plainName) }
}

/// The names of headers that contain a credential, which no other origin may receive.
enum ConfidentialHeadersKey: RequestContextKey { typealias Value = [String] }

/// The names of query parameters that contain a credential.
enum ConfidentialParametersKey: RequestContextKey { typealias Value = [String] }

/// The names of headers that only apply to the request's address, and are removed by a redirect.
enum BoundHeadersKey: RequestContextKey { typealias Value = [String] }

extension Request {
  var confidentialHeaders: [String] { context[ConfidentialHeadersKey.self] ?? [] }

  var confidentialParameters: [String] { context[ConfidentialParametersKey.self] ?? [] }

  /// The names of all headers and parameters that contain a credential.
  var confidentialNames: [String] { confidentialHeaders + confidentialParameters }

  mutating func addConfidential(_ names: [String]) {
    if !names.isEmpty { context[ConfidentialHeadersKey.self] = confidentialHeaders + names }
  }
}
