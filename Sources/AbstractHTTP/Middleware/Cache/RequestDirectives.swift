import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a request's headers ask of a cache (RFC 9111 §5.2.1, §5.4).
struct RequestDirectives: Sendable, Hashable {
  /// Nothing of this exchange is stored, nor answered from the store.
  private(set) var noStore = false
  /// Nothing stored is given without asking the server.
  private(set) var noCache = false
  /// The server is not asked.
  private(set) var onlyIfCached = false
  /// How old a response may be.
  private(set) var maxAge: Double?
  /// How long ago a response may have ceased to be fresh.
  private(set) var maxStale: Double?
  /// How long a response must stay fresh.
  private(set) var minFresh: Double?
  /// How long ago a response may have ceased to be fresh that is given in an error's place (RFC 5861 §4).
  private(set) var staleIfError: Double?
  /// Whether only a part is asked for (RFC 9110 §14.2).
  private(set) var isPartial = false
  /// Whether the part is asked for only if the whole is still the same (RFC 9110 §13.1.5).
  private(set) var hasIfRange = false
  /// Whether the request has conditions of its own (RFC 9110 §13.1).
  private(set) var isConditional = false

  init(_ headers: HTTPHeaders) {
    var hasCacheControl = false
    var hasPragma = false
    // NB: one pass, by the length of the names first, since every request goes through here.
    for field in headers {
      switch field.name.utf8.count {
      case 5: isPartial = isPartial || HTTPToken.isSame(field.name, "Range")
      case 6: hasPragma = hasPragma || HTTPToken.isSame(field.name, "Pragma")
      case 8:
        hasIfRange = hasIfRange || HTTPToken.isSame(field.name, "If-Range")
        isConditional = isConditional || HTTPToken.isSame(field.name, "If-Match")
      case 17, 19: isConditional = isConditional || Self.isCondition(field.name)
      case 13:
        hasCacheControl = hasCacheControl || HTTPToken.isSame(field.name, "Cache-Control")
        isConditional = isConditional || HTTPToken.isSame(field.name, "If-None-Match")
      default: break
      }
    }
    if hasCacheControl {
      for directive in CacheDirective.list(in: headers) { add(directive) }
    } else if hasPragma {
      noCache = headers["Pragma"]?.lowercased().contains("no-cache") == true
    }
  }

  /// What the headers ask for, or else the cache policy of the request.
  init(_ request: Request) {
    self.init(request.headers)
    guard let policy = request.cachePolicy, !request.headers.contains("Cache-Control") else { return }
    switch policy {
    case .useProtocolCachePolicy: break
    case .returnCacheDataElseLoad: maxStale = .infinity
    case .returnCacheDataDontLoad:
      maxStale = .infinity
      onlyIfCached = true
    default: noCache = true
    }
  }

  private static func isCondition(_ name: String) -> Bool {
    ["If-Modified-Since", "If-Unmodified-Since"].contains { HTTPToken.isSame($0, name) }
  }

  /// Takes the first directive of a name; an argument that is no number asks for as much caution as one can.
  private mutating func add(_ directive: CacheDirective) {
    switch directive.name {
    case "no-store": noStore = true
    case "no-cache": noCache = true
    case "only-if-cached": onlyIfCached = true
    case "max-age": maxAge = maxAge ?? directive.seconds ?? 0
    case "max-stale": maxStale = maxStale ?? (directive.argument == nil ? .infinity : directive.seconds ?? 0)
    case "min-fresh": minFresh = minFresh ?? directive.seconds ?? .infinity
    case "stale-if-error": staleIfError = staleIfError ?? directive.seconds
    default: break
    }
  }
}
