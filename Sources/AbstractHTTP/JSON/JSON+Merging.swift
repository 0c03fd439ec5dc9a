extension JSON {
  /// Takes another value's content over: members of objects are merged, elements of arrays are added, all else is replaced.
  ///
  /// ```swift
  /// var json: JSON = ["a": 1, "tags": ["x"]]
  /// try json.merge(with: ["b": 2, "tags": ["y"]])     // {"a": 1, "tags": ["x", "y"], "b": 2}
  /// ```
  ///
  /// - Throws: ``JSONError/wrongType(path:expected:found:)``, if the two are not of the same kind; further inside, the other's
  ///   value counts then.
  public mutating func merge(with other: JSON) throws(JSONError) {
    guard type == other.type else { throw .wrongType(path: [], expected: "\(type)", found: other.type) }
    mergeContent(of: other)
  }

  /// Merges into a copy, as ``merge(with:)`` does.
  ///
  /// - Throws: ``JSONError/wrongType(path:expected:found:)``, if the two are not of the same kind.
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
  /// These members with others put in; how deep they are nested is looked up once, at the end.
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
