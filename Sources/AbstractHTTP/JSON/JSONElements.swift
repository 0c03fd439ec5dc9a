/// The values of an array, with their nesting depth.
struct JSONElements: Sendable {
  private(set) var values: [JSON]
  private(set) var height: UInt16

  init(_ values: [JSON]) {
    self.values = values
    height = JSON.height(around: values)
  }

  /// Removes an element temporarily, leaving a null in its place.
  mutating func take(_ index: Int) -> JSON {
    var value = JSON.null
    swap(&value, &values[index])
    return value
  }

  /// Replaces a value whose nesting depth was `oldHeight`.
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
  /// Creates an array, or a null if it would be nested too deeply.
  init(elements: JSONElements) {
    self = elements.height > Self.maximumDepth ? JSON(.tooDeep(path: [])) : JSON(.array(elements))
  }

  /// Returns the nesting depth of a container with these values; one more than the limit if a value was too deep.
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

  /// Returns the nesting depth after one value has changed. It is computed again only if the deepest value may have
  /// gone.
  static func height(_ height: UInt16, around values: [JSON], changing old: Int, to new: JSON) -> UInt16 {
    let newHeight = new.fittingInside.height
    guard newHeight < old, old + 1 >= height else { return Swift.max(height, UInt16(newHeight + 1)) }
    return Swift.min(Self.height(around: values), UInt16(maximumDepth))
  }

  /// The value to store in another one: a plain null for a missing value, except one that was nested too deeply.
  var keepable: JSON {
    switch error {
    case nil, .tooDeep: self
    default: .null
    }
  }

  /// The value, or a null with an error if it is too deep to fit inside another one.
  var fittingInside: JSON { height < Self.maximumDepth ? self : JSON(.tooDeep(path: [])) }
}

extension [JSON] {
  /// The values to store in another one.
  var keepable: [JSON] { contains { !$0.exists() } ? map(\.keepable) : self }
}
