/// The headers of a request or a response: ordered, multi-valued, and with case-insensitive names.
///
/// ```swift
/// var headers: HTTPHeaders = ["Accept": "application/json"]
/// headers.append("a=1", for: "Set-Cookie")
/// headers["accept"]                    // "application/json"
/// headers["X-Request-ID"] = "7"        // replaces every field of that name
/// ```
public struct HTTPHeaders: Sendable {
  /// One header field.
  public struct Field: Sendable {
    /// The name, in its original case.
    public let name: String
    /// The value, without surrounding white space.
    public fileprivate(set) var value: String
    /// Whether each character of the value stands for a byte (ISO 8859-1), because the bytes aren't UTF-8.
    let isLatin1: Bool
    /// A hash that a lookup compares before the name.
    private let key: UInt32

    /// Creates a field.
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

  /// Creates empty headers.
  public init() {}

  /// Creates headers from fields, in their order.
  public init(_ fields: [Field]) { self.fields = fields }

  /// Creates headers from a dictionary, sorted by name, because a dictionary has no order.
  public init(_ dictionary: [String: String]) {
    fields = dictionary.map { Field(name: $0.key, value: $0.value) }
    if fields.count > 1 { fields.sort { $0.name < $1.name } }
  }

  /// The value of the fields with a name, joined by `, ` if there are several (RFC 9110 §5.3). Setting it replaces them
  /// all, and setting `nil` removes them.
  ///
  /// `Set-Cookie` must not be joined: read it with ``values(for:)``.
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

  /// Returns the values of all fields with a name, in their order.
  public func values(for name: String) -> [String] {
    let key = HTTPToken.key(of: name)
    return fields.lazy.filter { $0.isNamed(name, key) }.map(\.value)
  }

  /// Returns whether there is a field with a name.
  public func contains(_ name: String) -> Bool {
    let key = HTTPToken.key(of: name)
    return fields.contains { $0.isNamed(name, key) }
  }

  /// Appends a field, even if there is one with the same name.
  public mutating func append(_ value: String, for name: String) {
    fields.append(Field(name: name, value: value))
  }

  /// Appends a field, with its bytes.
  mutating func append(_ field: Field) { fields.append(field) }

  /// Continues the value of the last field, for a folded line (RFC 9112 §5.2).
  mutating func continueLast(with text: String) {
    guard let last = fields.indices.last else { return }
    fields[last].value += " " + text
  }

  /// Returns these headers, with the fields of other headers replacing those with the same name.
  public func merging(_ other: HTTPHeaders) -> HTTPHeaders {
    var merged = HTTPHeaders(fields.filter { !other.contains($0.name) })
    merged.fields += other.fields
    return merged
  }
}

extension HTTPHeaders: RandomAccessCollection {
  /// The position of the first field.
  public var startIndex: Int { fields.startIndex }
  /// The position after the last field.
  public var endIndex: Int { fields.endIndex }
  /// The field at a position.
  public subscript(position: Int) -> Field { fields[position] }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
  /// Creates headers from a literal, in its order. Names may be repeated.
  public init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field(name: $0.0, value: $0.1) }
  }
}

extension HTTPHeaders.Field: Hashable {
  /// Whether the names are equal, ignoring case, and the values are equal.
  public static func == (one: Self, other: Self) -> Bool {
    HTTPToken.isSame(one.name, other.name) && one.value == other.value
  }

  /// Hashes the name, ignoring case, and the value.
  public func hash(into hasher: inout Hasher) {
    for byte in name.utf8 { hasher.combine(HTTPToken.lowercased(byte)) }
    hasher.combine(value)
  }
}

extension HTTPHeaders.Field: CustomStringConvertible {
  /// The line in the headers, without a secret value.
  public var description: String { "\(name): \(Redaction.value(of: self))" }
}

extension HTTPHeaders: Hashable {}

extension HTTPHeaders: CustomStringConvertible {
  /// The fields, one for each line, without the values of fields that carry secrets.
  public var description: String {
    map(\.description).joined(separator: "\n")
  }
}
