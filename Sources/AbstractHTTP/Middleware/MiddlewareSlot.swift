/// The places around the exchange, outermost first.
enum MiddlewareSlot: Int, Sendable, CaseIterable {
  case observe, call, fallback, coalesce, cache, totalTimeout, compress, rateLimit, retry, authorize
  case circuitBreaker, concurrencyLimit, hedge, attemptTimeout, attempt, record

  /// Whether a connection's own middleware in this slot replaces that of its options. Observers and custom middleware
  /// add up.
  var isReplaced: Bool {
    switch self {
    case .observe, .call, .attempt, .record: false
    default: true
    }
  }

  /// Returns the parts, outermost first. Parts of the same slot keep their order.
  static func inOrder(_ parts: [Middleware.Part]) -> [Middleware.Part] {
    // An insertion sort is stable; there are few parts, and they are usually in order.
    var sorted = parts
    for index in sorted.indices.dropFirst() {
      var place = index
      while place > 0, sorted[place - 1].slot.rawValue > sorted[place].slot.rawValue {
        sorted.swapAt(place - 1, place)
        place -= 1
      }
    }
    return sorted
  }
}

extension [Middleware] {
  /// Returns the middleware without the parts whose slot another list also fills, followed by that list.
  func replaced(by others: [Middleware]) -> [Middleware] {
    guard !isEmpty else { return others }
    guard !others.isEmpty else { return self }
    let filled = Set(others.flatMap(\.parts).map(\.slot)).filter(\.isReplaced)
    guard !filled.isEmpty else { return self + others }
    return compactMap { middleware -> Middleware? in
      let parts = middleware.parts.filter { !filled.contains($0.slot) }
      if parts.count == middleware.parts.count { return middleware }
      guard !parts.isEmpty else { return nil }
      let name = parts.map(\.name).joined(separator: ", ")
      var rest = Middleware(name, parts: parts)
      if let bind = middleware.bind {
        rest.bind = { origins in Middleware(name, parts: bind(origins).parts.filter { !filled.contains($0.slot) }) }
      }
      return rest
    } + others
  }
}
