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
  public subscript(key: String) -> String? {
    keyValues.first { $0.key == key }?.value
  }

  /// Adds a parameter after the others.
  public mutating func append(_ key: String, _ value: String?) {
    keyValues.append(KeyValue(key, value))
  }

  /// The query as it stands in a URL, without its `?`.
  ///
  /// - Parameter urlEncoder: Encodes each key and each value, unless the query has an encoder of its own;
  ///   ``DefaultURLEncoder`` by default.
  public func string(urlEncoder: any URLEncoder = DefaultURLEncoder()) -> String {
    if let own = self.urlEncoder { return String(decoding: bytes(urlEncoder: own), as: UTF8.self) }
    var text = ""
    for (index, parameter) in keyValues.enumerated() {
      if index > 0 { text += "&" }
      text += urlEncoder.encode(parameter.key)
      if let value = parameter.value {
        text += "="
        text += urlEncoder.encode(value)
      }
    }
    return text
  }

  /// The query, written into one buffer.
  func bytes(urlEncoder: FormURLEncoder) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(keyValues.reduce(0) { $0 + $1.key.utf8.count + ($1.value?.utf8.count ?? 0) + 6 })
    for (index, parameter) in keyValues.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: "&")) }
      urlEncoder.append(parameter.key, to: &bytes)
      if let value = parameter.value {
        bytes.append(UInt8(ascii: "="))
        urlEncoder.append(value, to: &bytes)
      }
    }
    return bytes
  }
}

extension URLQuery: ExpressibleByDictionaryLiteral {
  /// Makes a query of a literal, in its order; a key may stand in it twice.
  public init(dictionaryLiteral elements: (String, String?)...) {
    keyValues = elements.map { KeyValue($0.0, $0.1) }
  }
}
