public import Foundation

extension JSON {
  /// Creates a string.
  public init(_ value: String) { self.init(.string(value)) }

  /// Creates a bool.
  public init(_ value: Bool) { self.init(.bool(value)) }

  /// Creates a number.
  public init(_ value: some BinaryInteger) {
    if let value = Int64(exactly: value) {
      self.init(.int(value))
    } else {
      self.init(UInt64(exactly: value).map(Storage.uint) ?? .number("\(value)"))
    }
  }

  /// Creates a number. NaN and the infinities become null with an ``error``.
  public init(_ value: Double) {
    self = value.isFinite ? JSON(.double(value)) : JSON(.unsupportedType(path: [], type: "Double(\(value))"))
  }

  /// Creates a number with the digits of the `Float`. NaN and the infinities become null with an ``error``.
  public init(_ value: Float) {
    self = value.isFinite ? JSON(.number("\(value)")) : JSON(.unsupportedType(path: [], type: "Float(\(value))"))
  }

  /// Creates a number with all digits of the `Decimal`. NaN becomes null with an ``error``.
  public init(_ value: Decimal) {
    self = value.isNaN ? JSON(.unsupportedType(path: [], type: "Decimal(NaN)")) : JSON(.number("\(value)"))
  }

  /// Creates an array. It is null, with the error ``JSONError/tooDeep(path:)``, if it would be nested deeper than
  /// ``maximumDepth``.
  public init(_ elements: [JSON]) { self.init(elements: JSONElements(elements.keepable)) }

  /// Creates an object with sorted keys, because a dictionary has no order. It is null, with the error
  /// ``JSONError/tooDeep(path:)``, if it would be nested deeper than ``maximumDepth``.
  public init(_ members: [String: JSON]) {
    let members = members.sorted { $0.key < $1.key }
    self.init(members: JSONMembers(names: members.map(\.key), values: members.map(\.value).keepable))
  }
}
