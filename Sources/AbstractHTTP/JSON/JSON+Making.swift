public import Foundation

extension JSON {
  /// Makes a string.
  public init(_ value: String) { self.init(.string(value)) }

  /// Makes a bool.
  public init(_ value: Bool) { self.init(.bool(value)) }

  /// Makes a number.
  public init(_ value: some BinaryInteger) {
    if let value = Int64(exactly: value) {
      self.init(.int(value))
    } else {
      self.init(UInt64(exactly: value).map(Storage.uint) ?? .number("\(value)"))
    }
  }

  /// Makes a number; NaN and the infinities are null with an ``error``.
  public init(_ value: Double) {
    self = value.isFinite ? JSON(.double(value)) : JSON(.unsupportedType(path: [], type: "Double(\(value))"))
  }

  /// Makes a number with the digits of the `Float`; NaN and the infinities are null with an ``error``.
  public init(_ value: Float) {
    self = value.isFinite ? JSON(.number("\(value)")) : JSON(.unsupportedType(path: [], type: "Float(\(value))"))
  }

  /// Makes a number with all digits of the `Decimal`; NaN is null with an ``error``.
  public init(_ value: Decimal) {
    self = value.isNaN ? JSON(.unsupportedType(path: [], type: "Decimal(NaN)")) : JSON(.number("\(value)"))
  }

  /// Makes an array. It is null, with the error ``JSONError/tooDeep(path:)``, where it would be nested deeper than
  /// ``maximumDepth``.
  public init(_ elements: [JSON]) { self.init(elements: JSONElements(elements.keepable)) }

  /// Makes an object, in the order of its keys, since a dictionary has none. It is null, with the error
  /// ``JSONError/tooDeep(path:)``, where it would be nested deeper than ``maximumDepth``.
  public init(_ members: [String: JSON]) {
    let members = members.sorted { $0.key < $1.key }
    self.init(members: JSONMembers(names: members.map(\.key), values: members.map(\.value).keepable))
  }
}
