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
  /// The first `=` of a parameter ends its key, all after it is its value. Percent-encoded bytes are decoded where they
  /// are UTF-8, and stay as they are elsewhere; a `+` is a plus, not a space (RFC 3986 gives it no other meaning).
  public init(string: String) {
    let text = string.hasPrefix("?") ? string.dropFirst() : string[...]
    keyValues = text.split(separator: "&").map { parameter in
      let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(Self.decoded)
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
    text.contains("%") ? text.removingPercentEncoding ?? String(text) : String(text)
  }
}

extension URLQuery: ExpressibleByDictionaryLiteral {
  /// Makes a query of a literal, in its order; a key may stand in it twice.
  public init(dictionaryLiteral elements: (String, String?)...) {
    keyValues = elements.map { KeyValue($0.0, $0.1) }
  }
}
