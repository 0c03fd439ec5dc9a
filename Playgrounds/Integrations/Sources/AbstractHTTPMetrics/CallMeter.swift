import AbstractHTTP
import CoreMetrics
import Foundation
import Synchronization

/// The metrics of a middleware, and what keeps their number bounded.
final class CallMeter: Sendable {
  static let other = "other"

  private static let methods: Set<HTTPMethod> = [
    .get, .head, .post, .put, .delete, .connect, .options, .trace, .patch, .query,
  ]

  private let routes: RouteTable
  private let factory: any MetricsFactory
  private let hosts: BoundedNames
  private let named: BoundedNames

  init(_ routes: RouteTable, limit: Int, _ factory: any MetricsFactory) {
    (self.routes, self.factory) = (routes, factory)
    (hosts, named) = (BoundedNames(limit), BoundedNames(limit))
  }

  func dimensions(of request: Request) -> [(String, String)] {
    let method = request.httpMethod
    return [
      ("method", Self.methods.contains(method) ? method.rawValue : Self.other),
      ("host", hosts.name(request.url.host()?.lowercased() ?? Self.other)), ("route", route(of: request)),
    ]
  }

  private func route(of request: Request) -> String {
    if let name = request.context[MetricsRoute.self] { return named.name(name) }
    return routes.template(of: request.url.path(percentEncoded: true)) ?? Self.other
  }

  func record(_ counter: String, _ timer: String, _ time: Duration, _ dimensions: [(String, String)]) {
    Counter(label: counter, dimensions: dimensions, factory: factory).increment()
    CoreMetrics.Timer(label: timer, dimensions: dimensions, factory: factory)
      .recordNanoseconds(Int64(time / .nanoseconds(1)))
  }
}

/// The first names up to a limit; others are not told apart.
private final class BoundedNames: Sendable {
  private let limit: Int
  private let names = Mutex<Set<String>>([])

  init(_ limit: Int) { self.limit = limit }

  func name(_ name: String) -> String {
    names.withLock { names in
      if names.count < limit { names.insert(name) }
      return names.contains(name) ? name : CallMeter.other
    }
  }
}

/// A call that is counted and timed.
final class MeteredCall: Sendable {
  private struct Attempt {
    let cause: String
    let start: Duration
  }

  private let meter: CallMeter
  private let dimensions: [(String, String)]
  private let attempts = Mutex<[Int: Attempt]>([:])

  init(_ meter: CallMeter, _ dimensions: [(String, String)]) { (self.meter, self.dimensions) = (meter, dimensions) }

  func add(_ event: CallEvent) {
    switch event.kind {
    case .attemptStarted(let number, let cause, _):
      let attempt = Attempt(cause: cause.label, start: event.time)
      attempts.withLock { $0[number] = attempt }
    case .attemptEnded(let number, let result):
      guard let attempt = attempts.withLock({ $0.removeValue(forKey: number) }) else { return }
      let dimensions = dimensions + [("outcome", result.outcome), ("cause", attempt.cause)]
      meter.record("http.client.attempts", "http.client.attempt.duration", event.time - attempt.start, dimensions)
    case .ended(let result):
      let dimensions = dimensions + [("outcome", result.outcome)]
      meter.record("http.client.calls", "http.client.call.duration", event.time, dimensions)
    default: break
    }
  }
}

extension AttemptCause {
  /// The name of the case, without the number of a retry.
  fileprivate var label: String { String("\(self)".prefix { $0 != "(" }) }
}

extension Result<Response, ConnectionError> {
  fileprivate var outcome: String {
    switch self {
    case .success(let response): 100..<600 ~= response.statusCode ? "\(response.statusCode)" : CallMeter.other
    case .failure(let error): error.type.description
    }
  }
}
