extension JSON {
  /// The elements of an array; `nil` for other values. Setting `nil` sets null.
  public var array: [JSON]? {
    get { if case .array(let elements) = storage { elements.values } else { nil } }
    set { self = newValue.map { JSON($0) } ?? .null }
  }

  /// The elements of an array; empty for other values.
  public var arrayValue: [JSON] {
    get { array ?? [] }
    set { self = JSON(newValue) }
  }

  /// The members of an object, without their order; `nil` for other values. Setting `nil` sets null.
  public var dictionary: [String: JSON]? {
    get {
      guard case .object(let members) = storage else { return nil }
      return Dictionary(zip(members.keys.names, members.values)) { $1 }
    }
    set { self = newValue.map { JSON($0) } ?? .null }
  }

  /// The members of an object, without their order; empty for other values.
  public var dictionaryValue: [String: JSON] {
    get { dictionary ?? [:] }
    set { self = JSON(newValue) }
  }
}
