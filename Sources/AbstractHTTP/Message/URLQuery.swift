import Foundation

/// The parameters after the `?` of a URL: ordered, with repeated keys, and with keys without a value.
///
/// ```swift
/// let query: URLQuery = ["q": "swift & linux", "tag": "a", "tag": "b", "debug": nil]
/// query.string()                       // q=swift%20%26%20linux&tag=a&tag=b&debug
/// ```
public struct URLQuery: Sendable, Hashable {
  /// The parameters, in the order in which they are sent.
  public var keyValues: [KeyValue]

  /// The encoder of this query, in place of the connection's. Defaults to `nil`, which uses the connection's.
  ///
  /// ``URLEncoding`` sets it in the queries that it creates, which are encoded by its ``FormOptions``.
  public var urlEncoder: FormURLEncoder?

  /// Creates a query from parameters, in the order in which they are sent.
  public init(_ keyValues: [KeyValue] = []) { self.keyValues = keyValues }

  /// Creates a query from parameters, with an encoder that replaces the connection's.
  public init(_ keyValues: [KeyValue], urlEncoder: FormURLEncoder) {
    self.keyValues = keyValues
    self.urlEncoder = urlEncoder
  }

  /// Parses the query of a URL, with or without its `?`.
  ///
  /// The first `=` of a parameter ends its key, and the rest is its value. Keys and values are percent-decoded, unless
  /// the result isn't UTF-8 or a `%` is invalid, in which case they are unchanged. A `+` is a plus, not a space (RFC
  /// 3986 gives it no other meaning).
  public init(string: String) {
    // NB: by byte, because a combining mark would form one character with the `&` or the `=` before it.
    let text = string.utf8.first == UInt8(ascii: "?") ? string.utf8.dropFirst() : string.utf8[...]
    keyValues = text.split(separator: UInt8(ascii: "&")).map { parameter in
      let parts = parameter.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        .map { PercentEncoding.decode($0) ?? String(Substring($0)) }
      return KeyValue(parts[0], parts.count == 2 ? parts[1] : nil)
    }
  }

  /// The value of the first parameter with a key.
  ///
  /// Setting it replaces all parameters with the key, at the position of the first one, or appends a parameter. Setting
  /// `nil` removes them; ``append(_:_:)`` adds a key without a value.
  public subscript(key: String) -> String? {
    get { keyValues.first { $0.key == key }?.value }
    set {
      let place = keyValues.firstIndex { $0.key == key }
      keyValues.removeAll { $0.key == key }
      if let newValue { keyValues.insert(KeyValue(key, newValue), at: place ?? keyValues.endIndex) }
    }
  }

  /// Appends a parameter.
  public mutating func append(_ key: String, _ value: String?) {
    keyValues.append(KeyValue(key, value))
  }
}

extension URLQuery: ExpressibleByDictionaryLiteral {
  /// Creates a query from a literal, in its order. Keys may be repeated.
  public init(dictionaryLiteral elements: (String, String?)...) {
    keyValues = elements.map { KeyValue($0.0, $0.1) }
  }
}

/// One parameter of a query: `key=value`, or a `key` alone.
public struct KeyValue: Sendable, Hashable {
  /// The name, unencoded.
  public let key: String
  /// The unencoded value; `nil` for a key without `=`, which differs from an empty value.
  public let value: String?

  /// Creates a parameter.
  public init(_ key: String, _ value: String?) {
    self.key = key
    self.value = value
  }
}
