import Foundation

extension JSON {
  /// Creates JSON from a Swift value: dictionaries, arrays, numbers, strings, bools, dates (ISO 8601), URLs, `nil`,
  /// `NSNull`, other JSON, and `Encodable` values.
  ///
  /// ```swift
  /// let parameters: [String: any Sendable] = ["id": 7, "tags": ["a", "b"]]
  /// let json = JSON(parameters)
  /// ```
  ///
  /// `Data` is read as JSON text. If any part has no counterpart in JSON, the whole value is null, with an ``error``
  /// that names the path.
  public init(_ object: Any?) {
    do throws(JSONError) {
      self = try Self.bridged(object, depth: 0)
    } catch {
      self.init(error)
    }
  }

  /// The value as a Swift type: `[String: any Sendable]`, `[any Sendable]`, `String`, `Bool`, `Int`, `UInt64`,
  /// `Double`, `Decimal` if only that is exact, or `NSNull`. A number beyond all of these is returned as its text.
  public var object: any JSONConvertible & Sendable {
    get {
      switch storage {
      case .null, .missing, .failure: NSNull()
      case .bool(let value): value
      case .int(let value): Int(exactly: value) ?? value as any JSONConvertible & Sendable
      case .uint(let value): value
      case .double(let value): value
      case .number(let text): Self.object(ofNumber: text, self)
      case .string(let value): value
      case .array(let elements): elements.values.map { $0.object as any Sendable }
      case .object(let members):
        Dictionary(zip(members.keys.names, members.values.map { $0.object as any Sendable })) { $1 }
      }
    }
    set { self = JSON(newValue as Any?) }
  }

  /// The elements of an array as Swift types; `nil` for other values. Setting `nil` sets null.
  public var arrayObject: [any Sendable]? {
    get { array?.map { $0.object } }
    set { self = JSON(newValue as Any?) }
  }

  /// The members of an object as Swift types; `nil` for other values. Setting `nil` sets null.
  public var dictionaryObject: [String: any Sendable]? {
    get { object as? [String: any Sendable] }
    set { self = JSON(newValue as Any?) }
  }

  private static func object(ofNumber text: String, _ json: JSON) -> any JSONConvertible & Sendable {
    if let double = json.double, JSONNumber(text: double.description) == json.exactNumber { return double }
    guard let decimal = json.decimal else { return text }
    return decimal
  }

  private static func bridged(_ object: Any?, depth: Int) throws(JSONError) -> JSON {
    guard let object else { return .null }
    guard depth <= maximumDepth else { throw .tooDeep(path: []) }
    let json: JSON
    switch object {
    case let value as JSON: return value
    case let value as String: json = JSON(value)
    case is NSNull: json = .null
    case let value as [Any?]: json = try array(value, depth: depth)
    case let value as [String: Any?]: json = try dictionary(value, depth: depth)
    default: if let value = number(object) { json = value } else { json = try converted(object) }
    }
    if let error = json.error { throw error }
    return json
  }

  private static func array(_ values: [Any?], depth: Int) throws(JSONError) -> JSON {
    var elements: [JSON] = []
    elements.reserveCapacity(values.count)
    for (index, value) in values.enumerated() {
      do throws(JSONError) {
        elements.append(try bridged(value, depth: depth + 1))
      } catch {
        throw error.within([index])
      }
    }
    return JSON(elements)
  }

  private static func dictionary(_ values: [String: Any?], depth: Int) throws(JSONError) -> JSON {
    var members: [String: JSON] = [:]
    for (key, value) in values {
      do throws(JSONError) {
        members[key] = try bridged(value, depth: depth + 1)
      } catch {
        throw error.within([key])
      }
    }
    return JSON(members)
  }

  // NB: Foundation's numbers can be cast to any of Swift's, and Swift's to Foundation's. Only the type itself is
  // reliable.
  private static func number(_ object: Any) -> JSON? {
    if Swift.type(of: object) is NSNumber.Type { return (object as? NSNumber).map { JSON(number: $0) } }
    return switch object {
    case let value as any BinaryInteger: JSON(value)
    case let value as Float: JSON(value)
    case let value as any BinaryFloatingPoint: JSON(Double(value))
    case let value as Bool: JSON(value)
    case let value as Decimal: JSON(value)
    default: nil
    }
  }

  private static func converted(_ object: Any) throws(JSONError) -> JSON {
    switch object {
    case let value as Data: return try JSON(data: value)
    case let value as Date:
      guard let text = ISO8601.text(value) else { throw .unsupportedType(path: [], type: "Date") }
      return JSON(text)
    case let value as URL: return JSON(value.absoluteString)
    case let value as any Encodable:
      if let json = try? JSON(encoding: value) { return json }
      fallthrough
    default: throw .unsupportedType(path: [], type: "\(Swift.type(of: object))")
    }
  }

  private init(number: NSNumber) {
    if number.isBool {
      self.init(number.boolValue)
    } else if let number = number as? NSDecimalNumber {
      self.init(number.decimalValue)
    } else {
      switch UInt8(bitPattern: number.objCType.pointee) {
      case UInt8(ascii: "d"), UInt8(ascii: "f"): self.init(number.doubleValue)
      case UInt8(ascii: "Q"): self.init(number.uint64Value)
      default: self.init(number.int64Value)
      }
    }
  }
}

extension NSNumber {
  fileprivate var isBool: Bool {
    #if canImport(Darwin)
      CFGetTypeID(self) == CFBooleanGetTypeID()
    #else
      UInt8(bitPattern: objCType.pointee) == UInt8(ascii: "c")
    #endif
  }
}
