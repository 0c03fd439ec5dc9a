import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The cache directives in a request's headers (RFC 9111 §5.2.1, §5.4).
struct RequestDirectives: Sendable, Hashable {
  /// Neither store this exchange, nor answer it from the store.
  private(set) var noStore = false
  /// Don't use a stored response without validating it.
  private(set) var noCache = false
  /// Don't contact the server.
  private(set) var onlyIfCached = false
  /// The maximum age of a response.
  private(set) var maxAge: Double?
  /// How long a response may have been stale.
  private(set) var maxStale: Double?
  /// How long a response must remain fresh.
  private(set) var minFresh: Double?
  /// How long a response that replaces an error may have been stale (RFC 5861 §4).
  private(set) var staleIfError: Double?
  /// Whether the request is for a range (RFC 9110 §14.2).
  private(set) var isPartial = false
  /// Whether the request is for a range of an unchanged version only (RFC 9110 §13.1.5).
  private(set) var hasIfRange = false
  /// Whether the request has conditions (RFC 9110 §13.1).
  private(set) var isConditional = false

  init(_ headers: HTTPHeaders) {
    var hasCacheControl = false
    var hasPragma = false
    // NB: one pass, comparing the length of names first, because every request is examined here.
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

  /// Reads the directives in the headers, or else the cache policy of the request.
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

  /// Applies the first directive with a name. If its argument isn't a number, the strictest interpretation is used.
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
