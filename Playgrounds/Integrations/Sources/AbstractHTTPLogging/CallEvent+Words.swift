import AbstractHTTP
import Foundation

extension CallEvent.Kind {
  /// Whether the event is a detail of a transfer.
  var isDetail: Bool {
    switch self {
    case .head, .redirected, .metrics, .suspended, .resumed, .interim, .streaming: true
    default: false
    }
  }

  /// A description without secrets.
  var words: String {
    switch self {
    case .head(let number, let response): "attempt \(number) has a head: \(response)"
    case .redirected(let number, let response, let url):
      "attempt \(number) is redirected by \(response.statusCode) to \(Self.redacted(url, after: response))"
    case .metrics(let number, let metrics): "attempt \(number) took \(metrics)"
    case .suspended(let number): "attempt \(number) is suspended"
    case .resumed(let number): "attempt \(number) is resumed"
    case .interim(let response): "interim response: \(response)"
    case .streaming(let response): "streams \(response)"
    default: decision
    }
  }

  private static func redacted(_ url: URL, after response: Response) -> String {
    var next = response.request ?? Request(url: url)
    next.url = url
    return next.redactedURL
  }

  private var decision: String {
    switch self {
    case .retrying(let wait, let reason): "retries after \(wait): \(reason)"
    case .notRetrying(let reason): "doesn't retry: \(reason)"
    case .queued(let name): "waits in the queue of \(name)"
    case .admitted(let name): "is admitted by \(name)"
    case .refreshing: "refreshes the credentials"
    case .refreshed(let error): "refreshed the credentials" + (error.map { ", and failed: \(type(of: $0))" } ?? "")
    case .cache(let status): "cache: \(status)"
    case .circuit(let state, let host): "the circuit of \(host) is \(state)"
    case .hedging(let wait): "sends another attempt after \(wait)"
    case .coalesced: "waits for an identical request in flight"
    case .fallingBack(let error): "falls back in place of \(error.withoutRequest)"
    case .timedOut(let name, let limit): "\(name) ends it after \(limit)"
    case .note(let text): text
    default: "\(self)"
    }
  }
}

extension Result<Response, ConnectionError> {
  /// The response, or the error without its request.
  var brief: String {
    switch self {
    case .success(let response): "\(response)"
    case .failure(let error): "\(error.withoutRequest)"
    }
  }
}

extension ConnectionError {
  /// The type and the cause, whose description has no secrets.
  var withoutRequest: ConnectionError { ConnectionError(type, nativeError: nativeError) }
}
