public import Foundation

/// Why ``DefaultHTTPConnector`` did not send a request.
public enum TransferRefusal: AbstractHTTPError, Hashable {
  /// The timeout is not a number, zero, or less.
  case timeoutInterval(TimeInterval)
  /// The time for which a stream may stall is zero or less.
  case stallTimeout(Duration)
  /// The limit of the response's size is less than zero.
  case maximumResponseSize(Int)
  /// The method is `CONNECT`, which makes a tunnel and not an exchange (RFC 9110 §9.3.6).
  case method(HTTPMethod)
  /// The body has trailers, which `URLSession` can't send.
  case trailers
  /// A `HEAD` request has a body, which has no meaning (RFC 9110 §9.3.2).
  case bodyOfHead

  /// What is refused, in words.
  public var description: String {
    switch self {
    case .timeoutInterval(let seconds): "a timeout of \(seconds) s cannot be waited for"
    case .stallTimeout(let limit): "a stream cannot stall for \(limit.text)"
    case .maximumResponseSize(let size): "a response cannot be limited to \(size) bytes"
    case .method(let method): "the method \(method) cannot be exchanged"
    case .trailers: "URLSession cannot send trailers"
    case .bodyOfHead: "a HEAD request cannot have a body"
    }
  }
}

extension TransferRefusal {
  /// ``ErrorMessages/Key/invalidRequest``.
  public var message: ErrorMessages.Key { .invalidRequest }
}
