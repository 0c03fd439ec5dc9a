/// The members of an object, in their order, and how deep they are nested.
struct JSONMembers: Sendable {
  private(set) var keys: JSONKeys
  private(set) var values: [JSON]
  private(set) var height: UInt16

  /// Makes members of keys and as many values.
  init(_ keys: JSONKeys, _ values: [JSON]) {
    self.keys = keys
    self.values = values
    height = JSON.height(around: values)
  }

  static let none = JSONMembers(.none, [])

  /// Makes members of names and as many values. Where a name comes twice, the last value counts, or the first one, in the
  /// first one's place.
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

  /// Takes a value out, to be put back: a null is left in its place.
  mutating func take(_ place: Int) -> JSON {
    var value = JSON.null
    swap(&value, &values[place])
    return value
  }

  /// Puts a value in the place of another, which was nested `oldHeight` deep, or after the others.
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
  /// Makes an object, or a null where it would be nested too deep.
  init(members: JSONMembers) {
    self = members.height > Self.maximumDepth ? JSON(.tooDeep(path: [])) : JSON(.object(members))
  }
}
