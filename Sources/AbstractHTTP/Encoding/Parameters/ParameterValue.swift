import Foundation

/// The value of a parameter, before options determine its format.
enum ParameterValue {
  case null
  /// A member of an `Encodable` that is optional and `nil`: JSON omits it, and a form's options decide.
  case absent
  case bool(Bool)
  case integer(Int64)
  case unsigned(UInt64)
  case double(Double)
  /// A number that the other cases can't represent exactly: `Float`, `Decimal`, `Int128`.
  case number(String)
  case text(String)
  case date(Date)
  case data(Data)
  case node(ParameterNode)
}

extension ParameterValue {
  /// Returns the value of a type that doesn't need `encode(to:)`; `nil` for other types.
  ///
  /// Comparing the types before casting makes a form of 100 parameters fast.
  static func leaf<Value>(_ value: Value, of type: Any.Type) -> ParameterValue? {
    if type == String.self { return (value as? String).map(ParameterValue.text) }
    if type == Int.self { return (value as? Int).map { .integer(Int64($0)) } }
    if type == Bool.self { return (value as? Bool).map(ParameterValue.bool) }
    if type == Double.self { return (value as? Double).map(ParameterValue.double) }
    return foundation(value, of: type) ?? number(value, of: type)
  }

  private static func foundation<Value>(_ value: Value, of type: Any.Type) -> ParameterValue? {
    if type == Date.self { return (value as? Date).map(ParameterValue.date) }
    if type == Data.self { return (value as? Data).map(ParameterValue.data) }
    if type == URL.self { return (value as? URL).map { .text($0.absoluteString) } }
    if type == UUID.self { return (value as? UUID).map { .text($0.uuidString) } }
    if type == Decimal.self { return (value as? Decimal).map { .number($0.description) } }
    return nil
  }

  private static func number<Value>(_ value: Value, of type: Any.Type) -> ParameterValue? {
    if type == Float.self { return (value as? Float).map { .number($0.description) } }
    if type == Int64.self { return (value as? Int64).map(ParameterValue.integer) }
    if type == Int32.self { return (value as? Int32).map { .integer(Int64($0)) } }
    if type == Int16.self { return (value as? Int16).map { .integer(Int64($0)) } }
    if type == Int8.self { return (value as? Int8).map { .integer(Int64($0)) } }
    if type == UInt.self { return (value as? UInt).map { .unsigned(UInt64($0)) } }
    if type == UInt64.self { return (value as? UInt64).map(ParameterValue.unsigned) }
    if type == UInt32.self { return (value as? UInt32).map { .unsigned(UInt64($0)) } }
    if type == UInt16.self { return (value as? UInt16).map { .unsigned(UInt64($0)) } }
    if type == UInt8.self { return (value as? UInt8).map { .unsigned(UInt64($0)) } }
    if type == Int128.self { return (value as? Int128).map { .number($0.description) } }
    if type == UInt128.self { return (value as? UInt128).map { .number($0.description) } }
    return nil
  }
}
