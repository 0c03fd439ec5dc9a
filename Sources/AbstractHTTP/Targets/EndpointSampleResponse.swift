public import Foundation

/// What a stub answers with.
public enum EndpointSampleResponse: Sendable {
  /// A status and a body.
  case networkResponse(Int, Data)
  /// A response of your own making, headers and all.
  case response(Response)
  /// No response but an error, which becomes a ``ConnectionError`` of type `.network`.
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
  /// The response without secrets and the size of its body, or the error in words.
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
