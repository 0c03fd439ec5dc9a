public import Foundation

/// The response of a stub.
public enum EndpointSampleResponse: Sendable {
  /// A status and a body.
  case networkResponse(Int, Data)
  /// A custom response, including headers.
  case response(Response)
  /// An error in place of a response, which becomes a ``ConnectionError`` of type `.network`.
  case networkError(any Error)

  var result: Result<Response, any Error> {
    switch self {
    case .networkResponse(let statusCode, let data): .success(Response(statusCode: statusCode, data: data))
    case .response(let response): .success(response)
    case .networkError(let error): .failure(error)
    }
  }
}

extension EndpointSampleResponse: CustomReflectable {
  /// The response without secrets and the size of its body, or a description of the error.
  public var customMirror: Mirror {
    let (name, content): (String, Any) =
      switch self {
      case .networkResponse(let statusCode, let data): ("networkResponse", "\(statusCode), \(Redaction.size(of: data))")
      case .response(let response): ("response", response)
      case .networkError(let error): ("networkError", Redaction.text(of: error))
      }
    return Mirror(self, children: [name: content], displayStyle: .enum)
  }
}
