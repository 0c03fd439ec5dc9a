/// The error of a parameter that can't be encoded.
///
/// It is the cause of an `.invalidRequest` error. The description names the key and the type of a value, and never the
/// value.
public struct InvalidParameter: AbstractHTTPError, Hashable {
  /// The reason why a parameter can't be encoded.
  public enum Reason: Sendable, Hashable {
    /// The value's type isn't supported: it is neither a number, text, date, data, array, or dictionary, nor
    /// `Encodable`.
    case unsupported(type: String)
    /// The number is infinite or NaN, which JSON can't represent (RFC 8259 §6).
    case notFinite
    /// The value is nested in 128 others, or contains itself.
    case tooDeep
    /// The top-level value is a single value or an array, but a form consists of keys with values.
    case notKeyed
    /// The value's `encode(to:)` requests containers of two kinds, or encodes two values in one place.
    case inconsistent
  }

  /// The key path of the value: `user.tags[2]`; empty for the top-level value.
  public let keyPath: String

  /// The reason.
  public let reason: Reason

  init(keyPath: String, reason: Reason) {
    self.keyPath = keyPath
    self.reason = reason
  }

  /// A description of the reason.
  public var description: String {
    let subject = keyPath.isEmpty ? "the parameters" : "the parameter \(keyPath.debugDescription)"
    return switch reason {
    case .unsupported(let type): "\(subject) cannot be encoded: it contains a \(type)"
    case .notFinite: "\(subject) cannot be written in JSON: it is not a finite number"
    case .tooDeep: "\(subject) cannot be encoded: it is nested too deeply"
    case .notKeyed: "\(subject) cannot be written as a form: there are no keys"
    case .inconsistent: "\(subject) cannot be encoded: its encode(to:) contradicts itself"
    }
  }
}

extension InvalidParameter {
  /// The key of the sentence for the user, ``ErrorMessages/Key/invalidRequest``.
  public var message: ErrorMessages.Key { .invalidRequest }
}
