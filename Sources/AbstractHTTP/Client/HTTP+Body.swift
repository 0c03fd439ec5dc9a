public import Foundation

extension HTTP {
  /// Sets the data to send.
  public func body(_ body: Data) -> HTTP { self.body(RequestBody(body)) }

  /// Sets the body to send.
  public func body(_ body: RequestBody) -> HTTP { with { $0.spec.makeContent = { body } } }

  /// Sets the multipart form to send. Its body is created with the request. An invalid form fails with
  /// `.invalidRequest`.
  ///
  /// ```swift
  /// HTTP("https://api.example.com/photos").httpMethod(.post)
  ///   .body([.text("The sea", name: "title"), .file(photo, name: "photo")])
  /// ```
  public func body(_ form: MultipartFormData) -> HTTP { with { $0.spec.makeContent = { try form.content() } } }

  /// Sets a value to send as JSON. It is encoded when the request is created, and fails with `.invalidRequest` if that
  /// isn't possible.
  ///
  /// ```swift
  /// HTTP("https://api.example.com/users").httpMethod(.post).body(json: user)
  /// ```
  ///
  /// - Parameters:
  ///   - value: The value to encode.
  ///   - encoder: The encoder. Defaults to a plain `JSONEncoder`.
  public func body(json value: some Encodable & Sendable, encoder: JSONEncoder = JSONEncoder()) -> HTTP {
    with { $0.spec.makeContent = { try .json(value, encoder: encoder) } }
  }

  /// Sets JSON to send, with its members in order. A value that JSON can't represent fails with `.invalidRequest`.
  public func body(json: JSON) -> HTTP { with { $0.spec.makeContent = { try .json(json) } } }

  /// Sets a value to send as a form. It is encoded when the request is created, and fails with `.invalidRequest` if
  /// that isn't possible.
  ///
  /// ```swift
  /// HTTP("https://api.example.com/token").httpMethod(.post).body(form: ["grant_type": "client_credentials"])
  /// ```
  ///
  /// - Parameters:
  ///   - value: The value to encode, such as a dictionary.
  ///   - options: The options that determine how keys and values are written.
  public func body(form value: some Encodable & Sendable, options: FormOptions = .default) -> HTTP {
    with { $0.spec.makeContent = { try .form(value, options: options) } }
  }
}
