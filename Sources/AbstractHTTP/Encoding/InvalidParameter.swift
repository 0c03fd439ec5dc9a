/// Why parameters cannot be encoded, and which of them.
///
/// The request that they belong to fails with `.invalidRequest`, and this as its cause. The description names the key and the
/// type of a value, never the value.
public struct InvalidParameter: AbstractHTTPError, Hashable {
  /// What is wrong with a parameter.
  public enum Reason: Sendable, Hashable {
    /// The value is of a type that cannot be encoded: neither a number, text, date, data, array or dictionary, nor `Encodable`.
    case unsupported(type: String)
    /// The number is infinite or none, which JSON cannot say (RFC 8259 §6).
    case notFinite
    /// The value is nested in 128 others, or goes round in circles.
    case tooDeep
    /// The whole is a single value or an array, but a form is made of keys with values.
    case notKeyed
    /// The value's `encode(to:)` asks for containers of two kinds, or encodes two values where there is a place for one.
    case inconsistent
  }

  /// Where it is: `user.tags[2]`; empty for the whole.
  public let keyPath: String

  /// What is wrong there.
  public let reason: Reason

  init(keyPath: String, reason: Reason) {
    self.keyPath = keyPath
    self.reason = reason
  }

  /// What is wrong, in words.
  public var description: String {
    let subject = keyPath.isEmpty ? "the parameters" : "the parameter \(keyPath.debugDescription)"
    return switch reason {
    case .unsupported(let type): "\(subject) cannot be encoded: it holds a \(type)"
    case .notFinite: "\(subject) cannot be written in JSON: it is not a finite number"
    case .tooDeep: "\(subject) cannot be encoded: it is nested too deep"
    case .notKeyed: "\(subject) cannot be written as a form: there are no keys"
    case .inconsistent: "\(subject) cannot be encoded: its encode(to:) contradicts itself"
    }
  }
}

extension InvalidParameter {
  /// ``ErrorMessages/Key/invalidRequest``.
  public var message: ErrorMessages.Key { .invalidRequest }
}
