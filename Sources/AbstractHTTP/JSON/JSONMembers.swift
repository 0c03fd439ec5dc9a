/// The members of an object, in their order, with their nesting depth.
struct JSONMembers: Sendable {
  private(set) var keys: JSONKeys
  private(set) var values: [JSON]
  private(set) var height: UInt16

  /// Creates members from keys and the same number of values.
  init(_ keys: JSONKeys, _ values: [JSON]) {
    self.keys = keys
    self.values = values
    height = JSON.height(around: values)
  }

  static let none = JSONMembers(.none, [])

  /// Creates members from names and the same number of values. If a name is repeated, its last value wins, or its first
  /// one on request, in the first one's position.
  init(names: [String], values: [JSON], keepingFirst: Bool = false) {
    if let keys = JSONKeys(names) {
      self.init(keys, values)
      return
    }
    let keys = JSONKeys.none.copy()
    var kept: [JSON] = []
    for (name, value) in zip(names, values) {
      if let place = keys.place(of: name) {
        if !keepingFirst { kept[place] = value }
      } else {
        keys.append(name)
        kept.append(value)
      }
    }
    self.init(keys, kept)
  }

  subscript(key: String) -> JSON? {
    guard let place = keys.place(of: key) else { return nil }
    return values[place]
  }

  /// Removes a value temporarily, leaving a null in its place.
  mutating func take(_ place: Int) -> JSON {
    var value = JSON.null
    swap(&value, &values[place])
    return value
  }

  /// Replaces a value whose nesting depth was `oldHeight`, or appends a new one.
  mutating func put(_ value: JSON, for key: String, oldHeight: Int) {
    if let place = keys.place(of: key) {
      values[place] = value.fittingInside
    } else {
      if !isKnownUniquelyReferenced(&keys) { keys = keys.copy() }
      keys.append(key)
      values.append(value.fittingInside)
    }
    height = JSON.height(height, around: values, changing: oldHeight, to: value)
  }

  mutating func remove(_ key: String) -> JSON? {
    guard let place = keys.place(of: key) else { return nil }
    keys = keys.removing(at: place)
    let value = values.remove(at: place)
    height = JSON.height(height, around: values, changing: value.height, to: .null)
    return value
  }
}

extension JSON {
  /// Creates an object, or a null if it would be nested too deeply.
  init(members: JSONMembers) {
    self = members.height > Self.maximumDepth ? JSON(.tooDeep(path: [])) : JSON(.object(members))
  }
}
