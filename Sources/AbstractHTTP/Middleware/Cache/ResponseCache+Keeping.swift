import Foundation

extension ResponseCache {
  /// How many variants of an address are kept: the latest.
  static let variantLimit = 8

  /// Stores a response, or what it says about those that are stored.
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

  /// Brings a stored response up to date, in the place of all that a 304 names (RFC 9111 §4.3.4).
  ///
  /// - Returns: The response as it is now, whether it may be stored on or not.
  func freshen(_ stored: StoredResponse, by notModified: Response, of exchange: CacheExchange) -> StoredResponse {
    let fresh = isSamePartition(exchange.lookup) ? try? updated(stored, notModified, exchange) : nil
    let rest = store.responses(for: exchange.ticket.url).filter { other in
      let isMeant = other.isTheSame(as: stored) || other.isNamed(by: notModified)
      return !(isMeant && other.varyKey.matches(exchange.lookup))
    }
    put((fresh.map { [$0] } ?? []) + rest, of: exchange)
    return fresh ?? stored.with(stored.headers(updatedBy: notModified.headers), of: exchange, at: now())
  }

  /// Removes what a request has changed (RFC 9111 §4.4): its own address, and those of its origin that the answer names.
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

  /// Puts a response in the place of those that were given to the same request.
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

  /// Changes the stored responses that could be given to the request; `nil` removes one.
  private func update(_ exchange: CacheExchange, _ change: (StoredResponse) -> StoredResponse?) {
    let stored = store.responses(for: exchange.ticket.url)
    guard stored.contains(where: { $0.varyKey.matches(exchange.lookup) }) else { return }
    put(stored.compactMap { $0.varyKey.matches(exchange.lookup) ? change($0) : $0 }, of: exchange)
  }

  /// A stored response with newer headers. Fails if it may not be stored with them.
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

  /// What is stored for other requests to the address.
  private func others(_ exchange: CacheExchange) -> [StoredResponse] {
    store.responses(for: exchange.ticket.url).filter { !$0.varyKey.matches(exchange.lookup) }
  }

  /// - Returns: Why the first of the responses isn't stored; `nil` if it is.
  @discardableResult
  private func put(_ responses: [StoredResponse], of exchange: CacheExchange) -> CacheReason? {
    guard writeGuard.isCurrent(exchange.ticket) else { return .invalidated }
    let isStored = store.store(Array(responses.prefix(Self.variantLimit)), for: exchange.ticket.url)
    if writeGuard.isCurrent(exchange.ticket) { return isStored ? nil : .noRoom }
    // NB: it was invalidated just now, perhaps before this was stored.
    store.store([], for: exchange.ticket.url)
    return .invalidated
  }
}

extension StoredResponse {
  /// Whether both came by the same exchange.
  fileprivate func isTheSame(as other: StoredResponse) -> Bool {
    responseTime == other.responseTime && requestTime == other.requestTime && varyKey == other.varyKey
  }

  fileprivate func with(_ headers: HTTPHeaders, of exchange: CacheExchange, at responseTime: Date) -> StoredResponse {
    with(headers, requestTime: exchange.requestTime, responseTime: responseTime, varyKey: varyKey)
  }
}
