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

  /// Makes a query of parameters.
  public init(_ keyValues: [KeyValue] = []) { self.keyValues = keyValues }

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
        .map { Self.decoded(Substring($0)) }
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
  /// - Parameter urlEncoder: encodes each key and each value; ``DefaultURLEncoder`` by default.
  public func string(urlEncoder: any URLEncoder = DefaultURLEncoder()) -> String {
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

  private static func decoded(_ text: Substring) -> String {
    text.utf8.contains(UInt8(ascii: "%")) ? text.removingPercentEncoding ?? String(text) : String(text)
  }
}

extension URLQuery: ExpressibleByDictionaryLiteral {
  /// Makes a query of a literal, in its order; a key may stand in it twice.
  public init(dictionaryLiteral elements: (String, String?)...) {
    keyValues = elements.map { KeyValue($0.0, $0.1) }
  }
}
