extension JSON {
  /// The member with a name; null with an ``error`` if it doesn't exist.
  ///
  /// Setting it turns a null into an object, and adds or changes the member. Other values are left unchanged; to get an
  /// error instead, use ``set(_:at:)``.
  public subscript(key: String) -> JSON {
    get {
      switch storage {
      case .object(let members): members[key] ?? JSON(.missing(key))
      case .missing, .failure: self
      default: JSON(.wrongType(path: [], expected: "an object", found: type))
      }
    }
    set { put(newValue, for: key, oldHeight: self[key].height) }
    _modify {
      var member = take(key)
      let (oldHeight, existed) = (member.height, member.exists())
      defer { if existed || member.exists() { put(member, for: key, oldHeight: oldHeight) } }
      yield &member
    }
  }

  /// The element at an index; null with an ``error`` if it doesn't exist.
  ///
  /// Setting it changes the element, or appends one at the index after the last. Setting element 0 turns a null into an
  /// array. Other values are left unchanged; to get an error instead, use ``set(_:at:)``.
  public subscript(index: Int) -> JSON {
    get {
      switch storage {
      case .array(let elements) where elements.values.indices.contains(index): elements.values[index]
      case .array(let elements): JSON(.indexOutOfBounds(path: [index], count: elements.values.count))
      case .missing, .failure: self
      default: JSON(.wrongType(path: [], expected: "an array", found: type))
      }
    }
    set { put(newValue, at: index, oldHeight: self[index].height) }
    _modify {
      var element = take(index)
      let (oldHeight, existed) = (element.height, element.exists())
      defer { if existed || element.exists() { put(element, at: index, oldHeight: oldHeight) } }
      yield &element
    }
  }

  /// The value at a path; null with an ``error`` that names the first step that fails.
  ///
  /// ```swift
  /// let path: [any JSONSubscriptType] = ["users", 0, "name"]
  /// json[path].string
  /// ```
  ///
  /// Setting it creates missing objects and arrays along the path, and does nothing if another value is in the way; to
  /// get an error instead, use ``set(_:at:)``.
  public subscript(path: [any JSONSubscriptType]) -> JSON {
    get { value(at: path.map(\.jsonKey)) }
    set { try? set(newValue, at: path.map(\.jsonKey)) }
  }

  /// The value at a path; null with an ``error`` that names the first step that fails.
  ///
  /// ```swift
  /// json["users", 0, "name"].string
  /// ```
  public subscript(path: any JSONSubscriptType...) -> JSON {
    get { self[path] }
    set { self[path] = newValue }
  }

  /// The member with a name, the same as `json["name"]`: `json.users[0].name`.
  public subscript(dynamicMember key: String) -> JSON {
    get { self[key] }
    set { self[key] = newValue }
    _modify { yield &self[key] }
  }

  subscript(step: JSONKey) -> JSON {
    get {
      switch step {
      case .index(let index): self[index]
      case .key(let key): self[key]
      }
    }
    _modify {
      switch step {
      case .index(let index): yield &self[index]
      case .key(let key): yield &self[key]
      }
    }
  }

  /// Returns the value at a path. Its error names the whole path up to the step that fails.
  func value(at path: [JSONKey]) -> JSON {
    var value = self
    for (place, step) in path.enumerated() {
      let next = value[step]
      if let error = next.error {
        // NB: an error names a missing key or index itself, and otherwise the value before the step.
        return JSON(error.within(JSONPath(Array(path[..<place]))))
      }
      value = next
    }
    return value
  }
}

extension JSON {
  /// Removes a member temporarily, to put it back after a change.
  private mutating func take(_ key: String) -> JSON {
    guard case .object(var members) = storage, let place = members.keys.place(of: key) else { return self[key] }
    storage = .null
    defer { storage = .object(members) }
    return members.take(place)
  }

  private mutating func take(_ index: Int) -> JSON {
    guard case .array(var elements) = storage, elements.values.indices.contains(index) else { return self[index] }
    storage = .null
    defer { storage = .array(elements) }
    return elements.take(index)
  }

  private mutating func put(_ value: JSON, for key: String, oldHeight: Int) {
    var members = JSONMembers.none
    switch storage {
    case .object(let present): members = present
    case .null, .missing, .failure: break
    default: return
    }
    storage = .null
    members.put(value.keepable, for: key, oldHeight: oldHeight)
    storage = .object(members)
  }

  private mutating func put(_ value: JSON, at index: Int, oldHeight: Int) {
    var elements = JSONElements([])
    switch storage {
    case .array(let present): elements = present
    case .null, .missing, .failure: break
    default: return
    }
    guard 0...elements.values.count ~= index else { return }
    storage = .null
    if index == elements.values.count {
      elements.append(value.keepable)
    } else {
      elements.put(value.keepable, at: index, oldHeight: oldHeight)
    }
    storage = .array(elements)
  }
}
