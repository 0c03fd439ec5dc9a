import Foundation

/// The parameters after the `?` of a URL: ordered, with repeated keys, and keys without a value.
///
/// ```swift
/// let query: URLQuery = ["q": "swift & linux", "tag": "a", "tag": "b", "debug": nil]
/// query.string()                       // q=swift%20%26%20linux&tag=a&tag=b&debug
/// ```
public struct URLQuery: Sendable, Hashable {
  /// The parameters, in the order they are sent.
  public var keyValues: [KeyValue]

  /// What encodes this query, whatever the connection's encoder is; `nil`, as usual, leaves it to that one.
  ///
  /// It is set in the query that a ``URLEncoding`` makes, which is sent as its ``FormOptions`` say.
  public var urlEncoder: FormURLEncoder?

  /// Makes a query of parameters, in the order they are sent.
  public init(_ keyValues: [KeyValue] = []) { self.keyValues = keyValues }

  /// Makes a query of parameters that is encoded by an encoder of its own, and not by the connection's.
  public init(_ keyValues: [KeyValue], urlEncoder: FormURLEncoder) {
    self.keyValues = keyValues
    self.urlEncoder = urlEncoder
  }

  /// Reads a query as it stands in a URL, with or without its `?`.
  ///
  /// The first `=` of a parameter ends its key, all after it is its value. Keys and values are percent-decoded; one that is
  /// not UTF-8 then, or has a stray `%` in it, stays as it is. A `+` is a plus, not a space (RFC 3986 gives it no other
  /// meaning).
  public init(string: String) {
    // NB: by byte, because a combining mark makes one character of itself and the `&` or the `=` before it.
    let text = string.utf8.first == UInt8(ascii: "?") ? string.utf8.dropFirst() : string.utf8[...]
    keyValues = text.split(separator: UInt8(ascii: "&")).map { parameter in
      let parts = parameter.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        .map { PercentEncoding.decode($0) ?? String(Substring($0)) }
      return KeyValue(parts[0], parts.count == 2 ? parts[1] : nil)
    }
  }

  /// The value of the first parameter of that key.
  ///
  /// Setting it replaces all parameters of that key, in the place of the first, or adds one after the others. Setting `nil` removes
  /// them; ``append(_:_:)`` adds a key without a value.
  public subscript(key: String) -> String? {
    get { keyValues.first { $0.key == key }?.value }
    set {
      let place = keyValues.firstIndex { $0.key == key }
      keyValues.removeAll { $0.key == key }
      if let newValue { keyValues.insert(KeyValue(key, newValue), at: place ?? keyValues.endIndex) }
    }
  }

  /// Adds a parameter after the others.
  public mutating func append(_ key: String, _ value: String?) {
    keyValues.append(KeyValue(key, value))
  }
}

extension URLQuery: ExpressibleByDictionaryLiteral {
  /// Makes a query of a literal, in its order; a key may stand in it twice.
  public init(dictionaryLiteral elements: (String, String?)...) {
    keyValues = elements.map { KeyValue($0.0, $0.1) }
  }
}

/// One parameter of a query: `key=value`, or a `key` alone.
public struct KeyValue: Sendable, Hashable {
  /// The name, not encoded.
  public let key: String
  /// The value, not encoded; `nil` for a key without `=`, which is not the same as an empty value.
  public let value: String?

  /// Makes a parameter.
  public init(_ key: String, _ value: String?) {
    self.key = key
    self.value = value
  }
}
