/// Integers of all widths, each with an optional and a nonoptional getter. Fractions are truncated toward zero. A
/// number that doesn't fit is `nil`, or 0.
extension JSON {
  private func integer<Value: FixedWidthInteger>() -> Value? {
    switch storage {
    case .int(let value): Value(exactly: value)
    case .bool(let value): value ? 1 : 0
    default: exactNumber?.integer()
    }
  }

  /// The number, or 1 or 0 for a bool; `nil` for other values, and if an `Int` can't hold it. Setting `nil` sets null.
  public var int: Int? {
    get { integer() }
    set { self = newValue.map { JSON($0) } ?? .null }
  }

  /// The number, 1 or 0 for a bool, or the number in a string; 0 for other values.
  public var intValue: Int {
    get { numeric.integer() ?? 0 }
    set { self = JSON(newValue) }
  }

  /// The number, or 1 or 0 for a bool; `nil` for other values, and if an `Int8` can't hold it. Setting `nil` sets null.
  public var int8: Int8? {
    get { integer() }
    set { self = newValue.map { JSON($0) } ?? .null }
  }

  /// The number, 1 or 0 for a bool, or the number in a string; 0 for other values.
  public var int8Value: Int8 {
    get { numeric.integer() ?? 0 }
    set { self = JSON(newValue) }
  }

  /// The number, or 1 or 0 for a bool; `nil` for other values, and if an `Int16` can't hold it. Setting `nil` sets null.
  public var int16: Int16? {
    get { integer() }
    set { self = newValue.map { JSON($0) } ?? .null }
  }

  /// The number, 1 or 0 for a bool, or the number in a string; 0 for other values.
  public var int16Value: Int16 {
    get { numeric.integer() ?? 0 }
    set { self = JSON(newValue) }
  }

  /// The number, or 1 or 0 for a bool; `nil` for other values, and if an `Int32` can't hold it. Setting `nil` sets null.
  public var int32: Int32? {
    get { integer() }
    set { self = newValue.map { JSON($0) } ?? .null }
  }

  /// The number, 1 or 0 for a bool, or the number in a string; 0 for other values.
  public var int32Value: Int32 {
    get { numeric.integer() ?? 0 }
    set { self = JSON(newValue) }
  }

  /// The number, or 1 or 0 for a bool; `nil` for other values, and if an `Int64` can't hold it. Setting `nil` sets null.
  public var int64: Int64? {
    get { integer() }
    set { self = newValue.map { JSON($0) } ?? .null }
  }

  /// The number, 1 or 0 for a bool, or the number in a string; 0 for other values.
  public var int64Value: Int64 {
    get { numeric.integer() ?? 0 }
    set { self = JSON(newValue) }
  }

  /// The number, or 1 or 0 for a bool; `nil` for other values, and if a `UInt` can't hold it. Setting `nil` sets null.
  public var uInt: UInt? {
    get { integer() }
    set { self = newValue.map { JSON($0) } ?? .null }
  }

  /// The number, 1 or 0 for a bool, or the number in a string; 0 for other values.
  public var uIntValue: UInt {
    get { numeric.integer() ?? 0 }
    set { self = JSON(newValue) }
  }

  /// The number, or 1 or 0 for a bool; `nil` for other values, and if a `UInt8` can't hold it. Setting `nil` sets null.
  public var uInt8: UInt8? {
    get { integer() }
    set { self = newValue.map { JSON($0) } ?? .null }
  }

  /// The number, 1 or 0 for a bool, or the number in a string; 0 for other values.
  public var uInt8Value: UInt8 {
    get { numeric.integer() ?? 0 }
    set { self = JSON(newValue) }
  }

  /// The number, or 1 or 0 for a bool; `nil` for other values, and if a `UInt16` can't hold it. Setting `nil` sets null.
  public var uInt16: UInt16? {
    get { integer() }
    set { self = newValue.map { JSON($0) } ?? .null }
  }

  /// The number, 1 or 0 for a bool, or the number in a string; 0 for other values.
  public var uInt16Value: UInt16 {
    get { numeric.integer() ?? 0 }
    set { self = JSON(newValue) }
  }

  /// The number, or 1 or 0 for a bool; `nil` for other values, and if a `UInt32` can't hold it. Setting `nil` sets null.
  public var uInt32: UInt32? {
    get { integer() }
    set { self = newValue.map { JSON($0) } ?? .null }
  }

  /// The number, 1 or 0 for a bool, or the number in a string; 0 for other values.
  public var uInt32Value: UInt32 {
    get { numeric.integer() ?? 0 }
    set { self = JSON(newValue) }
  }

  /// The number, or 1 or 0 for a bool; `nil` for other values, and if a `UInt64` can't hold it. Setting `nil` sets null.
  public var uInt64: UInt64? {
    get { integer() }
    set { self = newValue.map { JSON($0) } ?? .null }
  }

  /// The number, 1 or 0 for a bool, or the number in a string; 0 for other values.
  public var uInt64Value: UInt64 {
    get { numeric.integer() ?? 0 }
    set { self = JSON(newValue) }
  }
}
