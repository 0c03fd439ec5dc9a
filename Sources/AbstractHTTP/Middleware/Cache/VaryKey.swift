/// The requests to its address for which a stored response may be returned (RFC 9111 §4.1).
///
/// The fields named in its `Vary` must match, and so must the user, whether or not it names `Authorization` and
/// `Cookie`.
struct VaryKey: Sendable, Hashable {
  let partition: CachePartition
  let fields: [SelectingField]

  init(partition: CachePartition, fields: [SelectingField]) {
    self.partition = partition
    self.fields = fields
  }

  /// Creates the key for a response with these headers to this request.
  ///
  /// Throws if the response can't be reused: for `Vary: *`, and if it depends on cookies that the transport may add.
  init(of lookup: CacheLookup, _ headers: HTTPHeaders, isPublic: Bool = false) throws(NotStored) {
    var fields: [SelectingField] = []
    let names = Self.names(in: headers)
    for name in names {
      if name == "*" { throw NotStored(.varyAny) }
      if name == "cookie", !lookup.partition.knowsCookies(of: lookup.request) { throw NotStored(.varyCookie) }
      if CachePartition.covers(name) || fields.contains(where: { $0.name == name }) { continue }
      let value = SelectingField.value(of: name, in: lookup.request)
      fields.append(SelectingField(name: name, value: .init(value)))
    }
    let isShared = isPublic && !names.contains("cookie") && !headers.contains("Set-Cookie")
    self.init(partition: isShared ? lookup.sharer ?? lookup.partition : lookup.partition, fields: fields)
  }

  func matches(_ lookup: CacheLookup) -> Bool {
    (partition.matches(lookup.partition) || lookup.sharer.map(partition.matches) ?? false)
      && fields.allSatisfy { $0.value.matches(SelectingField.value(of: $0.name, in: lookup.request)) }
  }

  /// Checks that a request, as it was finally sent, has the same values as when the cache received it.
  func check(_ sent: Request) throws(NotStored) {
    guard partition.isKept(in: sent) else { throw NotStored(.credentials) }
    guard fields.allSatisfy({ $0.value.matches(SelectingField.value(of: $0.name, in: sent)) }) else {
      throw NotStored(.changedRequest)
    }
  }

  private static func names(in vary: HTTPHeaders) -> [String] {
    vary.values(for: "Vary").flatMap { value in
      value.utf8.split(separator: UInt8(ascii: ",")).map { HTTPToken.trimmed(String(Substring($0))).lowercased() }
    }
    .filter { !$0.isEmpty }
  }
}

/// The user of a request, as far as a cache can determine it.
enum CachePartition: Sendable, Hashable {
  /// The user that the app specifies.
  case partition(SelectingField.Value)
  /// The sender of this `Authorization` and these cookies.
  case credentials(SelectingField.Value)
  /// The sender of this `Authorization`, regardless of cookies.
  case authorization(SelectingField.Value)

  /// Returns whether a field of the request only identifies the user.
  static func covers(_ name: String) -> Bool { name == "authorization" || name == "cookie" }

  /// Returns whether the response doesn't depend on cookies that the transport may add.
  func knowsCookies(of request: Request) -> Bool {
    if case .partition = self { return true }
    return request.headers.contains("Cookie")
  }

  func matches(_ other: CachePartition) -> Bool {
    switch (self, other) {
    case (.partition(let value), .partition(.text(let text))): value.matches(text)
    case (.credentials(let value), .credentials(.text(let text))): value.matches(text)
    case (.credentials(let value), .credentials(.absent)): value.matches(nil)
    case (.authorization(let value), .authorization(.text(let text))): value.matches(text)
    case (.authorization(let value), .authorization(.absent)): value.matches(nil)
    default: false
    }
  }

  func isKept(in sent: Request) -> Bool {
    let address = CacheAddress(sent.url)
    return switch self {
    case .partition: true
    case .credentials(let value):
      sent.context[IsAuthorizedKey.self] != true && value.matches(Self.credentials(of: sent, address))
    case .authorization(let value):
      sent.context[IsAuthorizedKey.self] != true && value.matches(Self.authorization(of: sent, address))
    }
  }

  static func authorization(of request: Request, _ address: CacheAddress?) -> String? {
    request.headers["Authorization"] ?? address?.userInfo.map { "user " + $0 }
  }

  static func credentials(of request: Request, _ address: CacheAddress?) -> String? {
    let authorization = authorization(of: request, address)
    guard let cookies = request.headers["Cookie"] else { return authorization }
    return (authorization ?? "") + "\n" + cookies
  }
}

/// A field of a request that a response depends on.
struct SelectingField: Sendable, Hashable {
  /// A value that a request must match.
  enum Value: Sendable, Hashable {
    case absent
    case text(String)
    /// The digest of a secret that was written to a file.
    case digest(salt: String, digest: String)

    init(_ text: String?) { self = text.map(Value.text) ?? .absent }

    func matches(_ text: String?) -> Bool {
      switch self {
      case .absent: text == nil
      case .text(let own): own == text
      case .digest(let salt, let digest): text.map { Self.digest(of: $0, salt) } == digest
      }
    }

    /// Returns the value without its text, by a digest that still identifies it.
    func hidden(salt: @autoclosure () -> String) -> Value {
      guard case .text(let text) = self else { return self }
      let salt = salt()
      return .digest(salt: salt, digest: Self.digest(of: text, salt))
    }

    private static func digest(of text: String, _ salt: String) -> String { SHA256.hexadecimal(of: salt + ":" + text) }
  }

  /// The name, in lower case.
  let name: String
  let value: Value

  /// Returns a request's value for a field, from a header or from the connector.
  static func value(of name: String, in request: Request) -> String? {
    let isLanguage = name == "accept-language"
    return normalized(request.headers[name] ?? (isLanguage ? AcceptLanguage.system : nil))
  }

  /// Returns the value without spaces around its commas, which have no meaning.
  static func normalized(_ value: String?) -> String? {
    guard let value, value.utf8.contains(UInt8(ascii: ",")), !value.utf8.contains(UInt8(ascii: "\"")) else {
      return value
    }
    return value.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      .map { HTTPToken.trimmed(String(Substring($0))) }
      .joined(separator: ",")
  }
}
