/// The values of an array, and how deep they are nested.
struct JSONElements: Sendable {
  private(set) var values: [JSON]
  private(set) var height: UInt16

  init(_ values: [JSON]) {
    self.values = values
    height = JSON.height(around: values)
  }

  /// Takes an element out, to be put back: a null is left in its place.
  mutating func take(_ index: Int) -> JSON {
    var value = JSON.null
    swap(&value, &values[index])
    return value
  }

  /// Puts a value in the place of another, which was nested `oldHeight` deep.
  mutating func put(_ value: JSON, at index: Int, oldHeight: Int) {
    values[index] = value.fittingInside
    height = JSON.height(height, around: values, changing: oldHeight, to: value)
  }

  mutating func append(_ value: JSON) {
    values.append(value.fittingInside)
    height = JSON.height(height, around: values, changing: 0, to: value)
  }

  mutating func remove(at index: Int) -> JSON {
    let value = values.remove(at: index)
    height = JSON.height(height, around: values, changing: value.height, to: .null)
    return value
  }
}

extension JSON {
  /// Makes an array, or a null where it would be nested too deep.
  init(elements: JSONElements) {
    self = elements.height > Self.maximumDepth ? JSON(.tooDeep(path: [])) : JSON(.array(elements))
  }

  /// How deep something is nested that has these values in it; one more than the limit if one of them was too deep.
  static func height(around values: [JSON]) -> UInt16 {
    var height = 0
    for value in values {
      switch value.storage {
      case .array(let elements): height = Swift.max(height, Int(elements.height))
      case .object(let members): height = Swift.max(height, Int(members.height))
      case .failure(let failure): if case .tooDeep = failure.error { height = maximumDepth }
      default: break
      }
    }
    return UInt16(height + 1)
  }

  /// How deep it is nested when one of its values has changed: looked up anew only where the tallest may have gone.
  static func height(_ height: UInt16, around values: [JSON], changing old: Int, to new: JSON) -> UInt16 {
    let newHeight = new.fittingInside.height
    guard newHeight < old, old + 1 >= height else { return Swift.max(height, UInt16(newHeight + 1)) }
    return Swift.min(Self.height(around: values), UInt16(maximumDepth))
  }

  /// The value as it is kept within another: a plain null for what is not there, unless that was too deep.
  var keepable: JSON {
    switch error {
    case nil, .tooDeep: self
    default: .null
    }
  }

  /// The value, or a null that says so where there is no room for it inside another.
  var fittingInside: JSON { height < Self.maximumDepth ? self : JSON(.tooDeep(path: [])) }
}

extension [JSON] {
  /// The values as they are kept within another.
  var keepable: [JSON] { contains { !$0.exists() } ? map(\.keepable) : self }
}
