import Foundation

extension ResponseCache {
  /// The maximum number of variants for an address. The latest ones are kept.
  static let variantLimit = 8

  /// Stores a response, or updates the stored ones from it.
  func keep(_ response: Response, of exchange: CacheExchange) {
    let request = exchange.lookup.request
    guard isSamePartition(exchange.lookup) else { return request.report(.cache(.notStored(.partition))) }
    switch (request.httpMethod, response.statusCode) {
    case (.head, 200):
      update(exchange) { $0.isDescribed(by: response) ? try? updated($0, response, exchange) : nil }
      request.report(.cache(.notStored(.method)))
    case (.head, _): request.report(.cache(.notStored(.method)))
    case (_, 304):
      update(exchange) { $0.isNamed(by: response) ? try? updated($0, response, exchange) : $0 }
      request.report(.cache(.notStored(.status(304))))
    case (_, 206) where exchange.lookup.range != nil: request.report(.cache(.notStored(.partial)))
    case (_, 416) where exchange.lookup.range != nil: request.report(.cache(.notStored(.status(416))))
    default: replace(by: response, of: exchange)
    }
  }

  /// Updates a stored response with the headers of a 304 (RFC 9111 §4.3.4).
  ///
  /// - Returns: The updated response, whether or not it may still be stored.
  func freshen(_ stored: StoredResponse, by notModified: Response, of exchange: CacheExchange) -> StoredResponse {
    let fresh = isSamePartition(exchange.lookup) ? try? updated(stored, notModified, exchange) : nil
    let rest = store.responses(for: exchange.ticket.url).filter { other in
      let isMeant = other.isTheSame(as: stored) || other.isNamed(by: notModified)
      return !(isMeant && other.varyKey.matches(exchange.lookup))
    }
    put((fresh.map { [$0] } ?? []) + rest, of: exchange)
    return fresh ?? stored.with(stored.headers(updatedBy: notModified.headers), of: exchange, at: now())
  }

  /// Removes the responses that a request has invalidated (RFC 9111 §4.4): those for its own address, and for addresses
  /// of the same origin that the response names.
  func invalidate(_ request: Request, _ response: Response) {
    if let address = CacheAddress(request.url) { remove(address) }
    let named = ["Location", "Content-Location"].compactMap { response.headers[$0] }
    let end = response.url.flatMap { $0 == request.url ? nil : $0 }
    guard !named.isEmpty || end != nil, let target = try? request.address else { return }
    let urls = named.compactMap { try? URL(http: URIReference($0).resolved(against: target)) } + [end].compactMap { $0 }
    for case let address? in urls.map({ try? HTTPAddress($0.absoluteString) }) where address.origin == target.origin {
      remove(CacheAddress(address))
    }
  }

  private func remove(_ address: CacheAddress) {
    writeGuard.invalidate(address.text)
    store.store([], for: address.text)
  }

  private func isSamePartition(_ lookup: CacheLookup) -> Bool {
    guard let partition else { return true }
    return lookup.partition == .partition(.text(partition()))
  }

  /// Replaces the responses that would be returned for the same request.
  private func replace(by response: Response, of exchange: CacheExchange) {
    let request = exchange.lookup.request
    do {
      let stored = try StoredResponse(response, to: exchange, at: now())
      let refusal = put([stored] + others(exchange), of: exchange)
      request.report(.cache(refusal.map(CacheStatus.notStored) ?? .stored))
    } catch {
      request.report(.cache(.notStored(error.reason)))
      if response.isFinal, !store.responses(for: exchange.ticket.url).isEmpty { put(others(exchange), of: exchange) }
    }
  }

  /// Changes the stored responses that could answer the request; `nil` removes one.
  private func update(_ exchange: CacheExchange, _ change: (StoredResponse) -> StoredResponse?) {
    let stored = store.responses(for: exchange.ticket.url)
    guard stored.contains(where: { $0.varyKey.matches(exchange.lookup) }) else { return }
    put(stored.compactMap { $0.varyKey.matches(exchange.lookup) ? change($0) : $0 }, of: exchange)
  }

  /// Returns a stored response with newer headers. Fails if it may not be stored with them.
  private func updated(
    _ stored: StoredResponse,
    _ newer: Response,
    _ exchange: CacheExchange
  ) throws(NotStored) -> StoredResponse {
    var response = newer
    response.statusCode = stored.statusCode
    response.headers = stored.headers(updatedBy: newer.headers)
    response.data = stored.data
    return try StoredResponse(response, to: exchange, at: now())
  }

  /// Returns the responses that are stored for other requests to the address.
  private func others(_ exchange: CacheExchange) -> [StoredResponse] {
    store.responses(for: exchange.ticket.url).filter { !$0.varyKey.matches(exchange.lookup) }
  }

  /// - Returns: Why the first response isn't stored; `nil` if it is.
  @discardableResult
  private func put(_ responses: [StoredResponse], of exchange: CacheExchange) -> CacheReason? {
    guard writeGuard.isCurrent(exchange.ticket) else { return .invalidated }
    let isStored = store.store(Array(responses.prefix(Self.variantLimit)), for: exchange.ticket.url)
    if writeGuard.isCurrent(exchange.ticket) { return isStored ? nil : .noRoom }
    // NB: it was invalidated just now, possibly before this was stored.
    store.store([], for: exchange.ticket.url)
    return .invalidated
  }
}

extension StoredResponse {
  /// Returns whether both came from the same exchange.
  fileprivate func isTheSame(as other: StoredResponse) -> Bool {
    responseTime == other.responseTime && requestTime == other.requestTime && varyKey == other.varyKey
  }

  fileprivate func with(_ headers: HTTPHeaders, of exchange: CacheExchange, at responseTime: Date) -> StoredResponse {
    with(headers, requestTime: exchange.requestTime, responseTime: responseTime, varyKey: varyKey)
  }
}
