public import Foundation

extension RequestBody {
  /// Makes a form of any `Encodable`: `application/x-www-form-urlencoded; charset=utf-8`.
  ///
  /// ```swift
  /// struct Login: Encodable { let user: String, password: String }
  ///
  /// func content() throws -> RequestBody? { try .form(Login(user: name, password: password)) }
  /// ```
  ///
  /// The character set is named as browsers and Alamofire do, for the servers that would else guess at one; the type's
  /// registration gives it no meaning (WHATWG URL §5). Throws ``InvalidParameter``, or what the value's own `encode(to:)` throws.
  public static func form(_ value: some Encodable, options: FormOptions = .default) throws -> RequestBody {
    RequestBody(try FormEncoder(options).encode(value), contentType: formType)
  }

  /// Makes a form of texts, in the order of their names: `application/x-www-form-urlencoded; charset=utf-8`.
  ///
  /// ```swift
  /// let body: RequestBody = .form(["user": name, "password": password])
  /// ```
  public static func form(_ fields: [String: String]) -> RequestBody {
    let query = URLQuery(fields.sorted { $0.key < $1.key }.map { KeyValue($0.key, $0.value) })
    return RequestBody(Data(query.bytes(urlEncoder: FormOptions.default.urlEncoder)), contentType: formType)
  }

  /// Makes a form of parameters, which may hold whatever a ``ParameterEncoding`` takes.
  ///
  /// Its type is `application/x-www-form-urlencoded; charset=utf-8`. Throws ``InvalidParameter``.
  public static func form(
    parameters: [String: any Sendable],
    options: FormOptions = .default
  ) throws -> RequestBody {
    RequestBody(try FormEncoder(options).encode(parameters: parameters), contentType: formType)
  }

  /// Makes JSON of any `Encodable`, by a plain `JSONEncoder` unless given another: `application/json`.
  ///
  /// ```swift
  /// func content() throws -> RequestBody? { try .json(user) }
  /// ```
  ///
  /// Throws what the encoder does: an `EncodingError`, with the path of the value. A value that contains itself is beyond
  /// `JSONEncoder`; ``json(parameters:options:)`` has an error for it.
  public static func json(_ value: some Encodable, encoder: JSONEncoder = JSONEncoder()) throws -> RequestBody {
    RequestBody(try encoder.encode(value), contentType: jsonType)
  }

  /// Makes a body of JSON, with its members in their order: `application/json`.
  ///
  /// Throws ``JSONError`` for a number that JSON doesn't have.
  public static func json(_ json: JSON) throws -> RequestBody {
    RequestBody(try json.rawData(), contentType: jsonType)
  }

  /// Makes JSON of parameters, which may hold whatever a ``ParameterEncoding`` takes: `application/json`.
  ///
  /// Throws ``InvalidParameter``.
  public static func json(
    parameters: [String: any Sendable],
    options: JSONEncoder.OutputFormatting = []
  ) throws -> RequestBody {
    RequestBody(try ParameterJSON(formatting: options).data(parameters), contentType: jsonType)
  }

  // NB: of RFC 8259 §11, which has no character set: JSON is UTF-8.
  static let jsonType = "application/json"
  private static let formType = "application/x-www-form-urlencoded; charset=utf-8"
}
