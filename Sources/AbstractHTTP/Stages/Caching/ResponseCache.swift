import Foundation

/// Answers requests from a store, or over what comes next; keeps what may be kept.
struct ResponseCache: Sendable {
  typealias Next = Stage<Request, Response>

  let store: any CacheStore
  let traffic: CacheTraffic
  let partition: (@Sendable () -> String)?
  let now: @Sendable () -> Date

  init(
    store: any CacheStore,
    partition: (@Sendable () -> String)? = nil,
    now: @escaping @Sendable () -> Date
  ) {
    self.store = store
    self.partition = partition
    self.now = now
    traffic = (store as? any TrafficStore)?.traffic ?? CacheTraffic()
  }

  func answer(_ request: Request, over next: Next) throws(ConnectionError) -> Step<Response> {
    switch request.httpMethod {
    case .get, .head:
      return try look(for: request, over: next)
    case .options, .trace, .query:
      request.report(.cache(.bypassed))
      return try next.run(request)
    default:
      return try writeThrough(request, over: next)
    }
  }

  private func look(for request: Request, over next: Next) throws(ConnectionError) -> Step<Response> {
    let directives = RequestDirectives(request.headers)
    guard request.isForCaches(directives), let address = CacheAddress(request.url) else {
      request.report(.cache(.bypassed))
      return directives.onlyIfCached ? .finished(.unsatisfiable(request)) : try next.run(request)
    }
    let inquiry = CacheInquiry(request, directives, address, partition: partition?())
    guard !store.isImmediate else { return try answer(inquiry, over: next) }
    return .suspended { () async throws(ConnectionError) in
      if Task.isCancelled { throw ConnectionError(.canceled) }
      return try await answer(inquiry, over: next).output
    }
  }

  private func answer(_ inquiry: CacheInquiry, over next: Next) throws(ConnectionError) -> Step<Response> {
    let request = inquiry.request
    guard !inquiry.directives.isConditional, let stored = selected(by: inquiry) else {
      request.report(.cache(inquiry.directives.isConditional ? .bypassed : .miss))
      return inquiry.directives.onlyIfCached ? .finished(.unsatisfiable(request)) : try fetch(inquiry, nil, over: next)
    }
    let age = stored.age(at: now())
    switch inquiry.use(of: stored.policy, age: age) {
    case .fresh:
      request.report(.cache(.hit))
      return .finished(stored.response(to: inquiry, age: age, from: .cache))
    case .staleWhileRevalidating where !inquiry.directives.onlyIfCached:
      revalidate(inquiry, stored, over: next)
      fallthrough
    case .stale, .staleWhileRevalidating:
      request.report(.cache(.stale))
      return .finished(stored.response(to: inquiry, age: age, from: .stale))
    case .validating:
      let isAlone = inquiry.directives.onlyIfCached
      request.report(.cache(isAlone ? .miss : .revalidating))
      return isAlone ? .finished(.unsatisfiable(request)) : try fetch(inquiry, stored, over: next)
    }
  }

  /// The stored response that may be given to a request: of several the latest by its date (RFC 9111 §4.1).
  private func selected(by inquiry: CacheInquiry) -> StoredResponse? {
    let responses = store.responses(for: inquiry.address.text)
    guard responses.count > 1 else { return responses.first.flatMap { $0.selection.matches(inquiry) ? $0 : nil } }
    return responses.filter { $0.selection.matches(inquiry) }.max { $0.policy.date < $1.policy.date }
  }

  /// Passes a request that may change what it is about (RFC 9111 §4.4).
  private func writeThrough(_ request: Request, over next: Next) throws(ConnectionError) -> Step<Response> {
    request.report(.cache(.bypassed))
    return try next.following(request) { result throws(ConnectionError) in
      let response = try result.get()
      if (200..<400).contains(response.statusCode) { invalidate(request, response) }
      return .finished(response)
    }
  }
}

extension Request {
  /// Whether a cache may answer it, or keep its answer: it asks for a whole representation, in memory, and for nothing else.
  fileprivate func isForCaches(_ directives: RequestDirectives) -> Bool {
    guard body == nil, destination == nil, !directives.isPartial else { return false }
    return !directives.noStore || directives.onlyIfCached
  }
}

extension Response {
  /// What `only-if-cached` gets where there is nothing for it (RFC 9111 §5.2.1.7).
  fileprivate static func unsatisfiable(_ request: Request) -> Response {
    var response = Response(statusCode: 504, url: request.url, request: request)
    response.source = .cache
    return response
  }
}
