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
}
