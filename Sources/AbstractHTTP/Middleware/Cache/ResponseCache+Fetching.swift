import Foundation

extension ResponseCache {
  /// Validates a stored response with the server, or requests a new one.
  func fetch(
    _ lookup: CacheLookup,
    _ stored: StoredResponse?,
    isValidating: Bool = true,
    over next: Next
  ) throws(ConnectionError) -> Step<Response> {
    let validated = isValidating && lookup.request.httpMethod == .get && lookup.range == nil ? stored : nil
    let ticket = writeGuard.begin(lookup.address.text)
    let exchange = CacheExchange(lookup: lookup, requestTime: now(), ticket: ticket)
    return try next.following(lookup.request(validating: validated)) { result throws(ConnectionError) in
      defer { writeGuard.end(ticket) }
      if let stored, let stale = stale(stored, insteadOf: result, for: lookup) { return .finished(stale) }
      let response = try result.get()
      guard response.statusCode == 304, let validated, validated.hasValidator else {
        keep(response, of: exchange)
        return .finished(response)
      }
      if let response = revalidated(validated, by: response, of: exchange) { return .finished(response) }
      // NB: a 304 about another response; a request without a condition returns a complete one.
      return try fetch(lookup, stored, isValidating: false, over: next)
    }
  }

  /// Validates in the background, unless that is already in progress.
  func revalidate(_ lookup: CacheLookup, _ stored: StoredResponse, over next: Next) {
    let url = lookup.address.text
    guard writeGuard.beginRevalidating(url) else { return }
    var lookup = lookup.aboutWhole
    let context = lookup.request.context
    lookup.request.context = context.onlyOptions
    lookup.request.context[OmitsCredentialsKey.self] = context[OmitsCredentialsKey.self]
    lookup.request.context[OmitsCookiesKey.self] = context[OmitsCookiesKey.self]
    lookup.request.context[ConfidentialHeadersKey.self] = context[ConfidentialHeadersKey.self]
    lookup.request.context[ConfidentialParametersKey.self] = context[ConfidentialParametersKey.self]
    Task(executorPreference: ThreadPool.shared) { [lookup] in
      let fetching = Stage<CacheLookup, Response>(outline: .nothing) { lookup throws(ConnectionError) in
        try fetch(lookup, stored, over: next)
      }
      _ = await fetching.result(lookup)
      writeGuard.endRevalidating(url)
    }
  }

  /// Returns the stored response in place of a failure, if that is allowed (RFC 5861 §4).
  private func stale(
    _ stored: StoredResponse,
    insteadOf result: Result<Response, ConnectionError>,
    for lookup: CacheLookup
  ) -> Response? {
    switch result {
    case .success(let response): guard response.isOutage else { return nil }
    case .failure(let error): guard error.type == .network else { return nil }
    }
    let age = stored.age(at: now())
    guard lookup.allowsOnError(stored.policy, age: age) else { return nil }
    lookup.request.report(.cache(.stale))
    return stored.response(to: lookup, age: age, from: .stale)
  }

  /// Returns the stored response that a 304 was about, updated (RFC 9111 §4.3.4); `nil` if it was about another one.
  private func revalidated(
    _ stored: StoredResponse,
    by notModified: Response,
    of exchange: CacheExchange
  ) -> Response? {
    guard stored.isValidated(by: notModified) else { return nil }
    exchange.lookup.request.report(.cache(.revalidated))
    let updated = freshen(stored, by: notModified, of: exchange)
    var response = updated.response(to: exchange.lookup, from: .revalidated)
    response.request = notModified.request
    return response
  }
}
