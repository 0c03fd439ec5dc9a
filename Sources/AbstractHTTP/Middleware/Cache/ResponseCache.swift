import Foundation

/// Answers requests from a store or the next stage, and stores responses.
struct ResponseCache: Sendable {
  typealias Next = Stage<Request, Response>

  let store: any CacheStore
  let writeGuard: WriteGuard
  let partition: (@Sendable () -> String)?
  let sharesPublic: Bool
  let now: @Sendable () -> Date

  init(
    store: any CacheStore,
    partition: (@Sendable () -> String)? = nil,
    sharesPublic: Bool = false,
    now: @escaping @Sendable () -> Date
  ) {
    self.store = store
    self.partition = partition
    self.sharesPublic = sharesPublic
    self.now = now
    writeGuard = (store as? any TrafficStore)?.writeGuard ?? WriteGuard()
  }

  func answer(_ request: Request, over next: Next) throws(ConnectionError) -> Step<Response> {
    switch request.httpMethod {
    case .get, .head:
      return try look(for: request, over: next)
    case .options, .trace, .query:
      request.report(.cache(.bypassed(.method)))
      return try next.run(request)
    default:
      return try writeThrough(request, over: next)
    }
  }

  private func look(for request: Request, over next: Next) throws(ConnectionError) -> Step<Response> {
    let directives = RequestDirectives(request)
    let address = CacheAddress(request.url)
    guard let address, request.obstacle(directives) == nil else {
      request.report(.cache(.bypassed(request.obstacle(directives) ?? .address)))
      return directives.onlyIfCached ? .finished(.unsatisfiable(request)) : try next.run(request)
    }
    let lookup = CacheLookup(request, directives, address, partition: partition?(), sharesPublic: sharesPublic)
    guard !store.isImmediate else { return try answer(lookup, over: next) }
    return .suspended(
      Rest { () async throws(ConnectionError) in
        if Task.isCancelled { throw ConnectionError(.cancelled) }
        return try await answer(lookup, over: next).output
      }
    )
  }

  private func answer(_ lookup: CacheLookup, over next: Next) throws(ConnectionError) -> Step<Response> {
    let request = lookup.request
    let (found, missed) = find(lookup)
    guard let stored = found else {
      request.report(.cache(missed))
      return lookup.directives.onlyIfCached ? .finished(.unsatisfiable(request)) : try fetch(lookup, nil, over: next)
    }
    let age = stored.age(at: now())
    switch lookup.use(of: stored.policy, age: age) {
    case .fresh:
      request.report(.cache(.hit))
      return .finished(stored.response(to: lookup, age: age, from: .cache))
    case .staleWhileRevalidating where !lookup.directives.onlyIfCached:
      revalidate(lookup, stored, over: next)
      fallthrough
    case .stale, .staleWhileRevalidating:
      request.report(.cache(.stale))
      return .finished(stored.response(to: lookup, age: age, from: .stale))
    case .validating:
      let isAlone = lookup.directives.onlyIfCached
      request.report(.cache(isAlone || lookup.range != nil ? .miss(.stale) : .revalidating))
      return isAlone ? .finished(.unsatisfiable(request)) : try fetch(lookup, stored, over: next)
    }
  }

  /// Finds the stored response for a request, or the status to report if there is none.
  private func find(_ lookup: CacheLookup) -> (StoredResponse?, CacheStatus) {
    guard !lookup.isConditional else { return (nil, .bypassed(.conditions)) }
    let responses = store.responses(for: lookup.address.text)
    guard let stored = selected(from: responses, by: lookup) else {
      return (nil, responses.isEmpty ? .miss : .miss(.otherVariant))
    }
    return stored.canAnswer(lookup) ? (stored, .hit) : (nil, .bypassed(.range))
  }

  /// Returns the stored response that may answer a request. If there are several, returns the latest by its date (RFC
  /// 9111 §4.1).
  private func selected(from responses: [StoredResponse], by lookup: CacheLookup) -> StoredResponse? {
    guard responses.count > 1 else { return responses.first.flatMap { $0.varyKey.matches(lookup) ? $0 : nil } }
    return responses.filter { $0.varyKey.matches(lookup) }.max { $0.policy.date < $1.policy.date }
  }

  /// Sends a request that may change its address (RFC 9111 §4.4).
  private func writeThrough(_ request: Request, over next: Next) throws(ConnectionError) -> Step<Response> {
    request.report(.cache(.bypassed(.method)))
    return try next.following(request) { result throws(ConnectionError) in
      let response = try result.get()
      if (200..<400).contains(response.statusCode) { invalidate(request, response) }
      return .finished(response)
    }
  }
}

extension Request {
  /// Returns why a cache can neither answer the request nor store its response; `nil` if it can.
  fileprivate func obstacle(_ directives: RequestDirectives) -> CacheReason? {
    if body != nil { return .requestBody }
    if destination != nil { return .download }
    if delivery.isStream { return .stream }
    if directives.noStore, !directives.onlyIfCached { return .requestNoStore }
    guard directives.isPartial, httpMethod == .get else { return nil }
    return headers["Range"].flatMap(ByteRange.init) == nil ? .range : nil
  }
}

extension Response {
  /// Returns the response to `only-if-cached` if no response is stored (RFC 9111 §5.2.1.7).
  fileprivate static func unsatisfiable(_ request: Request) -> Response {
    var response = Response(statusCode: 504, url: request.url, request: request)
    response.source = .cache
    return response
  }
}
