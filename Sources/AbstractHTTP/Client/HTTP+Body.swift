public import Foundation

extension HTTP {
  /// Sets the data to send.
  public func body(_ body: Data) -> HTTP { self.body(RequestBody(body)) }

  /// Sets what to send.
  public func body(_ body: RequestBody) -> HTTP { with { $0.spec.makeContent = { body } } }

  /// Sets the form to send, whose body is made when the request is; what is wrong with it fails with `.invalidRequest`.
  ///
  /// ```swift
  /// HTTP("https://api.example.com/photos").httpMethod(.post)
  ///   .body([.text("The sea", name: "title"), .file(photo, name: "photo")])
  /// ```
  public func body(_ form: MultipartFormData) -> HTTP { with { $0.spec.makeContent = { try form.content() } } }

  /// Sets JSON to send, made of a value when the request is; what can't be encoded fails with `.invalidRequest`.
  ///
  /// ```swift
  /// HTTP("https://api.example.com/users").httpMethod(.post).body(json: user)
  /// ```
  ///
  /// - Parameters:
  ///   - value: The value to encode.
  ///   - encoder: A plain `JSONEncoder` by default.
  public func body(json value: some Encodable & Sendable, encoder: JSONEncoder = JSONEncoder()) -> HTTP {
    with { $0.spec.makeContent = { try .json(value, encoder: encoder) } }
  }

  /// Sets JSON to send, with its members in their order; a value that JSON doesn't have fails with `.invalidRequest`.
  public func body(json: JSON) -> HTTP { with { $0.spec.makeContent = { try .json(json) } } }

  /// Sets a form of a value to send, made when the request is; what a form can't hold fails with `.invalidRequest`.
  ///
  /// ```swift
  /// HTTP("https://api.example.com/token").httpMethod(.post).body(form: ["grant_type": "client_credentials"])
  /// ```
  ///
  /// - Parameters:
  ///   - value: The value to encode, such as a dictionary.
  ///   - options: How keys and values are written.
  public func body(form value: some Encodable & Sendable, options: FormOptions = .default) -> HTTP {
    with { $0.spec.makeContent = { try .form(value, options: options) } }
  }
}
