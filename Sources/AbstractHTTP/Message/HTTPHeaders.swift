/// The headers of a request or a response: ordered, multi-valued, their names compared without case.
///
/// ```swift
/// var headers: HTTPHeaders = ["Accept": "application/json"]
/// headers.append("a=1", for: "Set-Cookie")
/// headers["accept"]                    // "application/json"
/// headers["X-Request-ID"] = "7"        // replaces every field of that name
/// ```
public struct HTTPHeaders: Sendable {
  /// One line of the headers.
  public struct Field: Sendable {
    /// The name, in the case it was given or received.
    public let name: String
    /// The value, without the white space around it.
    public fileprivate(set) var value: String
    /// Whether the value stands for bytes that aren't UTF-8, one a character (ISO 8859-1).
    let isLatin1: Bool
    /// What a look-up compares before the name.
    private let key: UInt32

    /// Makes a field.
    public init(name: String, value: String) { self.init(name: name, value: value, isLatin1: false) }

    init(name: String, value: String, isLatin1: Bool) {
      self.name = name
      self.value = HTTPToken.trimmed(value)
      self.isLatin1 = isLatin1
      key = HTTPToken.key(of: name)
    }

    fileprivate func isNamed(_ name: String, _ key: UInt32) -> Bool {
      self.key == key && HTTPToken.isSame(self.name, name)
    }
  }

  private var fields: [Field] = []

  /// Makes headers without a field.
  public init() {}

  /// Makes headers of fields, in their order.
  public init(_ fields: [Field]) { self.fields = fields }

  /// Makes headers of a dictionary, ordered by name, since a dictionary has no order of its own.
  public init(_ dictionary: [String: String]) {
    fields = dictionary.map { Field(name: $0.key, value: $0.value) }
    if fields.count > 1 { fields.sort { $0.name < $1.name } }
  }

  /// The value of the fields of a name, joined by `, ` where there are several (RFC 9110 §5.3); setting it replaces
  /// them all, and setting `nil` removes them.
  ///
  /// `Set-Cookie` must not be joined: read it by ``values(for:)``.
  public subscript(name: String) -> String? {
    get {
      let key = HTTPToken.key(of: name)
      var joined: String?
      for field in fields where field.isNamed(name, key) {
        joined = joined.map { $0 + ", " + field.value } ?? field.value
      }
      return joined
    }
    set {
      let key = HTTPToken.key(of: name)
      guard let place = fields.firstIndex(where: { $0.isNamed(name, key) }) else {
        if let newValue { fields.append(Field(name: name, value: newValue)) }
        return
      }
      fields.removeAll { $0.isNamed(name, key) }
      if let newValue { fields.insert(Field(name: name, value: newValue), at: place) }
    }
  }

  /// The values of a name, one a field, in their order.
  public func values(for name: String) -> [String] {
    let key = HTTPToken.key(of: name)
    return fields.lazy.filter { $0.isNamed(name, key) }.map(\.value)
  }

  /// Whether there is a field of that name.
  public func contains(_ name: String) -> Bool {
    let key = HTTPToken.key(of: name)
    return fields.contains { $0.isNamed(name, key) }
  }

  /// Adds a field after the others, also where there is one of that name.
  public mutating func append(_ value: String, for name: String) {
    fields.append(Field(name: name, value: value))
  }

  /// Adds a field after the others, with its bytes.
  mutating func append(_ field: Field) { fields.append(field) }

  /// Continues the value of the last field, as a folded line does (RFC 9112 §5.2).
  mutating func continueLast(with text: String) {
    guard let last = fields.indices.last else { return }
    fields[last].value += " " + text
  }

  /// Gives other headers' fields precedence over these: a name that they have loses its fields here.
  public func merging(_ other: HTTPHeaders) -> HTTPHeaders {
    var merged = HTTPHeaders(fields.filter { !other.contains($0.name) })
    merged.fields += other.fields
    return merged
  }
}

extension HTTPHeaders: RandomAccessCollection {
  /// The place of the first field.
  public var startIndex: Int { fields.startIndex }
  /// The place after the last field.
  public var endIndex: Int { fields.endIndex }
  /// The field at a place.
  public subscript(position: Int) -> Field { fields[position] }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
  /// Makes headers of a literal, in its order; a name may stand in it twice.
  public init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field(name: $0.0, value: $0.1) }
  }
}

extension HTTPHeaders.Field: Hashable {
  /// Whether the names are the same but for case, and the values to the letter.
  public static func == (one: Self, other: Self) -> Bool {
    HTTPToken.isSame(one.name, other.name) && one.value == other.value
  }

  /// Hashes the name without its case, and the value.
  public func hash(into hasher: inout Hasher) {
    for byte in name.utf8 { hasher.combine(HTTPToken.lowercased(byte)) }
    hasher.combine(value)
  }
}

extension HTTPHeaders.Field: CustomStringConvertible {
  /// The line of the headers, without a value that is a secret.
  public var description: String { "\(name): \(Redaction.value(of: self))" }
}

extension HTTPHeaders: Hashable {}

extension HTTPHeaders: CustomStringConvertible {
  /// The fields, one a line, with the values of those that carry secrets left out.
  public var description: String {
    map(\.description).joined(separator: "\n")
  }
}
