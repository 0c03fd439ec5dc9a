extension JSON {
  /// Sets the value at a path, and creates missing objects and arrays along the path.
  ///
  /// ```swift
  /// var json: JSON = ["users": []]
  /// try json.set("Ada", at: "users", 0, "name")     // {"users": [{"name": "Ada"}]}
  /// ```
  ///
  /// An array can only grow by one element: an index beyond its end is an error.
  ///
  /// - Parameters:
  ///   - value: The new value.
  ///   - path: The keys and indices that lead to the value.
  /// - Throws: ``JSONError`` if a step meets a value of another type, an index is beyond the end, or the value would be
  ///   nested too deeply. The value is unchanged then.
  public mutating func set(_ value: JSON, at path: any JSONSubscriptType...) throws(JSONError) {
    try set(value, at: path.map(\.jsonKey))
  }

  /// Removes the value at a path, if it exists.
  ///
  /// - Parameter path: The keys and indices that lead to the value.
  /// - Returns: The removed value, or `nil` if there was none.
  @discardableResult
  public mutating func remove(_ path: any JSONSubscriptType...) -> JSON? {
    let path = path.map(\.jsonKey)
    guard value(at: path).exists() else { return nil }
    return remove(path[...])
  }

  /// Appends an element to an array. A null becomes an array.
  ///
  /// - Throws: ``JSONError`` if the value is neither an array nor null, or the element would be nested too deeply.
  public mutating func append(_ element: JSON) throws(JSONError) {
    try set(element, at: [.index(array?.count ?? 0)])
  }

  mutating func set(_ value: JSON, at path: [JSONKey]) throws(JSONError) {
    if case .tooDeep? = value.error { throw .tooDeep(path: JSONPath(path)) }
    guard path.count + value.height <= Self.maximumDepth else { throw .tooDeep(path: JSONPath(path)) }
    if let obstacle = obstacle(on: path) { throw obstacle }
    put(value, path[...])
  }

  private mutating func put(_ value: JSON, _ path: ArraySlice<JSONKey>) {
    guard let step = path.first else {
      self = value
      return
    }
    // NB: assigned instead of put into, so that a null with an error becomes a plain one.
    if path.count == 1 { self[step] = value } else { self[step].put(value, path.dropFirst()) }
  }

  private mutating func remove(_ path: ArraySlice<JSONKey>) -> JSON? {
    guard let step = path.first else {
      defer { self = .null }
      return self
    }
    guard path.count == 1 else { return self[step].remove(path.dropFirst()) }
    switch (step, storage) {
    case (.key(let key), .object(var members)):
      let value = members.remove(key)
      storage = .object(members)
      return value
    case (.index(let index), .array(var elements)):
      let value = elements.remove(at: index)
      storage = .array(elements)
      return value
    default:
      return nil
    }
  }

  /// Returns the error that prevents setting a value at a path.
  private func obstacle(on path: [JSONKey]) -> JSONError? {
    var value = self
    for (place, step) in path.enumerated() {
      if let error = value.obstacle(to: step) { return error.within(JSONPath(Array(path[..<place]))) }
      value = value[step]
    }
    return nil
  }

  private func obstacle(to step: JSONKey) -> JSONError? {
    switch (step, storage) {
    case (.key, .object), (.key, .null), (.key, .missing), (.key, .failure): return nil
    case (.key, _): return .wrongType(path: [], expected: "an object", found: type)
    case (.index(let index), .array(let elements)):
      let count = elements.values.count
      return 0...count ~= index ? nil : .indexOutOfBounds(path: [index], count: count)
    case (.index(let index), .null), (.index(let index), .missing), (.index(let index), .failure):
      return index == 0 ? nil : .indexOutOfBounds(path: [index], count: 0)
    case (.index, _): return .wrongType(path: [], expected: "an array", found: type)
    }
  }
}
