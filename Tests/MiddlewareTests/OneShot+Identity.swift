@testable import AbstractHTTP

extension OneShot {
  /// Whether both are the same.
  static func === (one: OneShot?, other: OneShot) -> Bool { one?.core === other.core }
}
