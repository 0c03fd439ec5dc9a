/// Integers of all widths, each in two forms. A fraction is cut off, on the way to zero; what does not fit is `nil`, or 0.
extension JSON {
  private func integer<Value: FixedWidthInteger>() -> Value? {
    switch storage {
    case .int(let value): Value(exactly: value)
    case .bool(let value): value ? 1 : 0
    default: exactNumber?.integer()
    }
  }

  /// The number, or 1 and 0 for a bool; `nil` if this is neither, or no `Int` can hold it. Setting `nil` sets null.
  public var int: Int? {
    get { integer() }
    set { self = newValue.map { JSON($0) } ?? .null }
  }

  /// The number, 1 and 0 for a bool, or the number that a string is; 0 for all else.
  public var intValue: Int {
    get { numeric.integer() ?? 0 }
    set { self = JSON(newValue) }
  }

  /// The number, or 1 and 0 for a bool; `nil` if this is neither, or no `Int8` can hold it. Setting `nil` sets null.
  public var int8: Int8? {
    get { integer() }
    set { self = newValue.map { JSON($0) } ?? .null }
  }

  /// The number, 1 and 0 for a bool, or the number that a string is; 0 for all else.
  public var int8Value: Int8 {
    get { numeric.integer() ?? 0 }
    set { self = JSON(newValue) }
  }

  /// The number, or 1 and 0 for a bool; `nil` if this is neither, or no `Int16` can hold it. Setting `nil` sets null.
  public var int16: Int16? {
    get { integer() }
    set { self = newValue.map { JSON($0) } ?? .null }
  }

  /// The number, 1 and 0 for a bool, or the number that a string is; 0 for all else.
  public var int16Value: Int16 {
    get { numeric.integer() ?? 0 }
    set { self = JSON(newValue) }
  }

  /// The number, or 1 and 0 for a bool; `nil` if this is neither, or no `Int32` can hold it. Setting `nil` sets null.
  public var int32: Int32? {
    get { integer() }
    set { self = newValue.map { JSON($0) } ?? .null }
  }

  /// The number, 1 and 0 for a bool, or the number that a string is; 0 for all else.
  public var int32Value: Int32 {
    get { numeric.integer() ?? 0 }
    set { self = JSON(newValue) }
  }

  /// The number, or 1 and 0 for a bool; `nil` if this is neither, or no `Int64` can hold it. Setting `nil` sets null.
  public var int64: Int64? {
    get { integer() }
    set { self = newValue.map { JSON($0) } ?? .null }
  }

  /// The number, 1 and 0 for a bool, or the number that a string is; 0 for all else.
  public var int64Value: Int64 {
    get { numeric.integer() ?? 0 }
    set { self = JSON(newValue) }
  }

  /// The number, or 1 and 0 for a bool; `nil` if this is neither, or no `UInt` can hold it. Setting `nil` sets null.
  public var uInt: UInt? {
    get { integer() }
    set { self = newValue.map { JSON($0) } ?? .null }
  }

  /// The number, 1 and 0 for a bool, or the number that a string is; 0 for all else.
  public var uIntValue: UInt {
    get { numeric.integer() ?? 0 }
    set { self = JSON(newValue) }
  }

  /// The number, or 1 and 0 for a bool; `nil` if this is neither, or no `UInt8` can hold it. Setting `nil` sets null.
  public var uInt8: UInt8? {
    get { integer() }
    set { self = newValue.map { JSON($0) } ?? .null }
  }

  /// The number, 1 and 0 for a bool, or the number that a string is; 0 for all else.
  public var uInt8Value: UInt8 {
    get { numeric.integer() ?? 0 }
    set { self = JSON(newValue) }
  }

  /// The number, or 1 and 0 for a bool; `nil` if this is neither, or no `UInt16` can hold it. Setting `nil` sets null.
  public var uInt16: UInt16? {
    get { integer() }
    set { self = newValue.map { JSON($0) } ?? .null }
  }

  /// The number, 1 and 0 for a bool, or the number that a string is; 0 for all else.
  public var uInt16Value: UInt16 {
    get { numeric.integer() ?? 0 }
    set { self = JSON(newValue) }
  }

  /// The number, or 1 and 0 for a bool; `nil` if this is neither, or no `UInt32` can hold it. Setting `nil` sets null.
  public var uInt32: UInt32? {
    get { integer() }
    set { self = newValue.map { JSON($0) } ?? .null }
  }

  /// The number, 1 and 0 for a bool, or the number that a string is; 0 for all else.
  public var uInt32Value: UInt32 {
    get { numeric.integer() ?? 0 }
    set { self = JSON(newValue) }
  }

  /// The number, or 1 and 0 for a bool; `nil` if this is neither, or no `UInt64` can hold it. Setting `nil` sets null.
  public var uInt64: UInt64? {
    get { integer() }
    set { self = newValue.map { JSON($0) } ?? .null }
  }

  /// The number, 1 and 0 for a bool, or the number that a string is; 0 for all else.
  public var uInt64Value: UInt64 {
    get { numeric.integer() ?? 0 }
    set { self = JSON(newValue) }
  }
}
