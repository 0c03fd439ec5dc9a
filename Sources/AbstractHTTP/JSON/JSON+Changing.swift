extension JSON {
  /// Sets the value at the end of a path, making the objects and arrays that are missing on the way.
  ///
  /// ```swift
  /// var json: JSON = ["users": []]
  /// try json.set("Ada", at: "users", 0, "name")     // {"users": [{"name": "Ada"}]}
  /// ```
  ///
  /// An array grows by its next place only: an index beyond it is an error.
  ///
  /// - Throws: ``JSONError``, if a step meets a value of another kind, an index is beyond the end, or the value would be
  ///   nested too deep. Nothing has changed then.
  public mutating func set(_ value: JSON, at path: any JSONSubscriptType...) throws(JSONError) {
    try set(value, at: path.map(\.jsonKey))
  }

  /// Removes the value at the end of a path, if there is one.
  ///
  /// - Returns: The value, or `nil` if there was none.
  @discardableResult
  public mutating func remove(_ path: any JSONSubscriptType...) -> JSON? {
    let path = path.map(\.jsonKey)
    guard value(at: path).exists() else { return nil }
    return remove(path[...])
  }

  /// Adds an element to an array; a null becomes one.
  ///
  /// - Throws: ``JSONError``, if this is neither, or the element would be nested too deep.
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
    // NB: assigned rather than put into, so that a null with an error becomes a plain one.
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

  /// What keeps a value from being set at the end of a path.
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
