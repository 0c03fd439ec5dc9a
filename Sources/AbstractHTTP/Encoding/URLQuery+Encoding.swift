extension URLQuery {
  /// Creates a query from an `Encodable` value.
  ///
  /// ```swift
  /// struct Search: Encodable { let words: String, tags: [String] }
  ///
  /// var urlQuery: URLQuery? { get throws { try URLQuery(encoding: Search(words: "a b", tags: ["x"])) } }
  /// // tags%5B%5D=x&words=a%20b
  /// ```
  ///
  /// It is encoded by the options, regardless of the connection's encoder. Throws ``InvalidParameter``, or errors of
  /// the value's own `encode(to:)`.
  public init(encoding value: some Encodable, options: FormOptions = .default) throws {
    self = try FormEncoder(options).query(value)
  }

  /// Creates a query from parameters, which may contain all types that a ``ParameterEncoding`` supports.
  ///
  /// It is encoded by the options, regardless of the connection's encoder. Throws ``InvalidParameter``.
  public init(parameters: [String: any Sendable], options: FormOptions = .default) throws {
    self = try FormEncoder(options).query(parameters: parameters)
  }

  /// Returns the query as in a URL, without its `?`.
  ///
  /// - Parameter urlEncoder: The encoder of keys and values, unless the query has its own. Defaults to a
  ///   ``DefaultURLEncoder``.
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

  /// Returns the encoded query, written into one buffer.
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
