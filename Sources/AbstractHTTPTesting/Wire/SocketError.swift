import Foundation

/// A call of the system that failed, such as taking a port that is in use.
public struct SocketError: Error, Hashable, CustomStringConvertible {
  /// The name of the call.
  public let call: String
  /// The system's `errno`.
  public let code: Int32

  /// Reads `errno`.
  init(_ call: String) {
    self.call = call
    code = errno
  }

  /// The call, and the system's words for the error.
  public var description: String { "\(call): \(String(cString: strerror(code)))" }
}
