extension JSON {
  /// Merges another value into this one: adds the members of objects, appends the elements of arrays, and replaces
  /// other values.
  ///
  /// ```swift
  /// var json: JSON = ["a": 1, "tags": ["x"]]
  /// try json.merge(with: ["b": 2, "tags": ["y"]])     // {"a": 1, "tags": ["x", "y"], "b": 2}
  /// ```
  ///
  /// - Throws: ``JSONError/wrongType(path:expected:found:)`` if the types of the two values differ. If the types of
  ///   nested values differ, the other value replaces this one's.
  public mutating func merge(with other: JSON) throws(JSONError) {
    guard type == other.type else { throw .wrongType(path: [], expected: "\(type)", found: other.type) }
    mergeContent(of: other)
  }

  /// Returns a copy with another value merged in; see ``merge(with:)``.
  ///
  /// - Throws: ``JSONError/wrongType(path:expected:found:)`` if the types of the two values differ.
  public func merged(with other: JSON) throws(JSONError) -> JSON {
    var merged = self
    try merged.merge(with: other)
    return merged
  }

  private mutating func mergeContent(of other: JSON) {
    switch (storage, other.storage) {
    case (.array(let elements), .array(let more)): self = JSON(elements: JSONElements(elements.values + more.values))
    case (.object(let own), .object(let others)): self = JSON(members: own.merged(with: others))
    default: self = other
    }
  }

  fileprivate func mergedContent(of other: JSON) -> JSON {
    var merged = self
    merged.mergeContent(of: other)
    return merged
  }
}

extension JSONMembers {
  /// Returns these members merged with others. The nesting depth is determined once, at the end.
  fileprivate func merged(with others: JSONMembers) -> JSONMembers {
    let keys = keys.copy()
    var values = values
    for (key, value) in zip(others.keys.names, others.values) {
      if let place = keys.place(of: key) {
        values[place] = values[place].mergedContent(of: value)
      } else {
        keys.append(key)
        values.append(value)
      }
    }
    return JSONMembers(keys, values)
  }
}
