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
}

extension [Middleware] {
  /// The parts, outermost first. Parts of the same slot keep their order.
  var partsInOrder: [Middleware.Part] {
    var parts: [Middleware.Part] = []
    parts.reserveCapacity(count + 1)
    for middleware in self {
      for part in middleware.parts {
        // NB: there are few parts, and they are usually in order.
        var place = parts.count
        while place > 0, parts[place - 1].slot.rawValue > part.slot.rawValue { place -= 1 }
        parts.insert(part, at: place)
      }
    }
    return parts
  }

  /// Whether none of them is a credential without servers.
  var areBound: Bool { allSatisfy { $0.bind == nil } }

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
