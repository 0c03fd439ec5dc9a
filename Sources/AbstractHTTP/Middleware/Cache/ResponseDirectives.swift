/// The directives in a response's `Cache-Control` for a private cache (RFC 9111 §5.2.2; RFC 5861; RFC 8246).
///
/// `s-maxage`, `proxy-revalidate`, and `private` are for shared caches, and don't apply here.
struct ResponseDirectives: Sendable, Hashable {
  private(set) var noStore = false
  /// Must not be used without validation.
  private(set) var noCache = false
  /// The fields that must not be used without validation, and are therefore not stored: `no-cache="Set-Cookie"`.
  private(set) var unstoredFields: [String] = []
  /// Must not be used once it is stale.
  private(set) var mustRevalidate = false
  /// May be stored in spite of `no-store` if the meaning of its status is known.
  private(set) var mustUnderstand = false
  private(set) var isPublic = false
  private(set) var isPrivate = false
  /// Doesn't change while it is fresh (RFC 8246).
  private(set) var isImmutable = false
  /// The lifetime; 0 if its argument isn't a number.
  private(set) var maxAge: Double?
  private(set) var staleWhileRevalidate: Double?
  private(set) var staleIfError: Double?

  init(_ headers: HTTPHeaders) {
    for directive in CacheDirective.list(in: headers) { add(directive) }
  }

  /// Applies the first directive with a name (RFC 9111 §4.2.1).
  private mutating func add(_ directive: CacheDirective) {
    switch directive.name {
    case "no-store": noStore = true
    case "no-cache": addNoCache(directive.argument)
    case "must-revalidate": mustRevalidate = true
    case "must-understand": mustUnderstand = true
    case "public": isPublic = true
    case "private": isPrivate = true
    case "immutable": isImmutable = true
    case "max-age": maxAge = maxAge ?? directive.seconds ?? 0
    case "stale-while-revalidate": staleWhileRevalidate = staleWhileRevalidate ?? directive.seconds
    case "stale-if-error": staleIfError = staleIfError ?? directive.seconds
    default: break
    }
  }

  private mutating func addNoCache(_ argument: String?) {
    let names = (argument ?? "").utf8.split(separator: UInt8(ascii: ","))
      .map { HTTPToken.trimmed(String(Substring($0))) }
    if !names.isEmpty, names.allSatisfy(HTTPToken.isToken) { unstoredFields += names } else { noCache = true }
  }
}
