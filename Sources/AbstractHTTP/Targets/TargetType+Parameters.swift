extension TargetType {
  /// Returns the parameters, including those of a dictionary with another type.
  func writtenParameters() throws -> [String: any Sendable]? {
    let written: [String: any Sendable]? = parameters
    guard written == nil, _Parameters.self != _NotWritten.self else { return written }
    switch unwrapped(parameters as _Parameters) {
    case nil: return nil
    case let dictionary as [String: Any]: return sendable(dictionary)
    default:
      throw UnreadMember(Self.self, "parameters", _Parameters.self, "write [String: any Sendable]?, or implement task")
    }
  }
}

/// NB: `Sendable` has no runtime representation, so the cast always succeeds, and requires a generic type. The values
/// are encoded at once, on the same thread.
private func sendable<Sent>(_ value: Any) -> Sent? { value as? Sent }

/// Fails in place of parameters that aren't read.
struct RefusedEncoding: ParameterEncoding {
  let error: any Error

  func encode(_ parameters: [String: any Sendable], for method: HTTPMethod) throws -> EncodedParameters { throw error }
}
