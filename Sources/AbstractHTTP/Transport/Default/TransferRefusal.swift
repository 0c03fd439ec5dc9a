public import Foundation

/// The reason why a connector didn't send a request.
public enum TransferRefusal: AbstractHTTPError, Hashable {
  /// The timeout is zero, negative, or not a number.
  case timeoutInterval(TimeInterval)
  /// The stall timeout of a stream is zero or negative.
  case stallTimeout(Duration)
  /// The limit of the response's size is negative.
  case maximumResponseSize(Int)
  /// The method is `CONNECT`, which opens a tunnel instead of an exchange (RFC 9110 §9.3.6).
  case method(HTTPMethod)
  /// The body has trailers, which `URLSession` can't send.
  case trailers
  /// A `HEAD` request has a body, which has no meaning (RFC 9110 §9.3.2).
  case bodyOfHead
  /// A connector or its engine can't meet a need of the request, such as an option.
  case unsupported(_ need: String, by: String)
  /// The value of an option is invalid, with a description of the reason.
  case invalidOption(_ option: String, _ reason: String)
  /// The request doesn't use TLS, but the public key of its host is pinned: see ``TLSSettings/pins``.
  case unprotectedPin(host: String)

  /// A description of the reason.
  public var description: String {
    switch self {
    case .timeoutInterval(let seconds): "a timeout of \(seconds) s cannot be waited for"
    case .stallTimeout(let limit): "a stream cannot stall for \(limit.text)"
    case .maximumResponseSize(let size): "a response cannot be limited to \(size) bytes"
    case .method(let method): "the method \(method) cannot be exchanged"
    case .trailers: "URLSession cannot send trailers"
    case .bodyOfHead: "a HEAD request cannot have a body"
    case .unsupported(let need, let connector): "\(connector) doesn't support \(need), which the request needs"
    case .invalidOption(let option, let reason): "the option \(option) can't be used: \(reason)"
    case .unprotectedPin(let host): "the key of \(host) is pinned, and a request without TLS can't check it"
    }
  }
}

extension TransferRefusal {
  /// ``ErrorMessages/Key/invalidRequest``.
  public var message: ErrorMessages.Key { .invalidRequest }
}
