extension URLQuery {
  /// Makes a query of any `Encodable`.
  ///
  /// ```swift
  /// struct Search: Encodable { let words: String, tags: [String] }
  ///
  /// var urlQuery: URLQuery? { get throws { try URLQuery(encoding: Search(words: "a b", tags: ["x"])) } }
  /// // tags%5B%5D=x&words=a%20b
  /// ```
  ///
  /// It is sent as the options say, whatever the connection's encoder is. Throws ``InvalidParameter``, or what the value's own
  /// `encode(to:)` throws.
  public init(encoding value: some Encodable, options: FormOptions = .default) throws {
    self = try FormEncoder(options).query(value)
  }

  /// Makes a query of parameters, which may hold whatever a ``ParameterEncoding`` takes.
  ///
  /// It is sent as the options say, whatever the connection's encoder is. Throws ``InvalidParameter``.
  public init(parameters: [String: any Sendable], options: FormOptions = .default) throws {
    self = try FormEncoder(options).query(parameters: parameters)
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
