/// The unique keys of an object, in their order.
///
/// Objects with the same keys share an instance. Keys are compared by bytes, as RFC 8259 §8.3 recommends, and not like
/// Swift strings: `é` as one scalar and `é` as two are different keys.
// NB: the compiler cannot see that it is changed only while one reference to it exists: copy on write.
final class JSONKeys: @unchecked Sendable {
  private(set) var names: [String]
  private var places: [Name: Int]?

  /// The number of keys from which a dictionary is used instead of a linear search.
  private static let few = 16

  /// A key that only equals the same bytes.
  private struct Name: Hashable {
    let text: String

    static func == (one: Name, other: Name) -> Bool { JSONKeys.isSame(one.text, other.text) }

    func hash(into hasher: inout Hasher) {
      var text = text
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }

  static let none = JSONKeys(unique: [])

  private init(unique names: [String], places: [Name: Int]? = nil) {
    self.names = names
    self.places = places
  }

  /// Creates keys if the names are unique.
  convenience init?(_ names: [String]) {
    guard names.count > Self.few else {
      for (place, name) in names.enumerated() where Self.place(of: name, in: names[..<place]) != nil { return nil }
      self.init(unique: names)
      return
    }
    guard let places = Self.places(of: names) else { return nil }
    self.init(unique: names, places: places)
  }

  /// Returns the index of a key.
  func place(of name: String) -> Int? {
    guard let places else { return Self.place(of: name, in: names[...]) }
    return places[Name(text: name)]
  }

  func copy() -> JSONKeys { JSONKeys(unique: names, places: places) }

  /// Appends a new key.
  func append(_ name: String) {
    names.append(name)
    if places != nil {
      places?[Name(text: name)] = names.count - 1
    } else if names.count > Self.few {
      places = Self.places(of: names)
    }
  }

  func removing(at place: Int) -> JSONKeys {
    var names = names
    names.remove(at: place)
    return JSONKeys(unique: names, places: names.count > Self.few ? Self.places(of: names) : nil)
  }

  private static func places(of names: [String]) -> [Name: Int]? {
    var places = [Name: Int](minimumCapacity: names.count)
    for (place, name) in names.enumerated() { places[Name(text: name)] = place }
    guard places.count == names.count else { return nil }
    return places
  }

  private static func place(of name: String, in names: ArraySlice<String>) -> Int? {
    names.firstIndex { isSame($0, name) }
  }

  static func isSame(_ one: String, _ other: String) -> Bool {
    // NB: `==` is fast, and only considers different bytes equal if they look the same.
    one == other && one.utf8.elementsEqual(other.utf8)
  }
}

extension JSONKeys: Equatable {
  /// Whether the names are equal, in the same order.
  static func == (one: JSONKeys, other: JSONKeys) -> Bool {
    one === other || one.names.elementsEqual(other.names, by: isSame)
  }
}
