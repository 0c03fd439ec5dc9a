public import Foundation

extension RequestBody {
  /// Creates a form from an `Encodable` value: `application/x-www-form-urlencoded; charset=utf-8`.
  ///
  /// ```swift
  /// struct Login: Encodable { let user: String, password: String }
  ///
  /// func content() throws -> RequestBody? { try .form(Login(user: name, password: password)) }
  /// ```
  ///
  /// As in browsers and Alamofire, the type includes the character set, for servers that would guess otherwise. The
  /// type's registration gives it no meaning (WHATWG URL §5). Throws ``InvalidParameter``, or errors of the value's own
  /// `encode(to:)`.
  public static func form(_ value: some Encodable, options: FormOptions = .default) throws -> RequestBody {
    RequestBody(try FormEncoder(options).encode(value), contentType: formType)
  }

  /// Creates a form of texts, sorted by name: `application/x-www-form-urlencoded; charset=utf-8`.
  ///
  /// ```swift
  /// let body: RequestBody = .form(["user": name, "password": password])
  /// ```
  public static func form(_ fields: [String: String]) -> RequestBody {
    let query = URLQuery(fields.sorted { $0.key < $1.key }.map { KeyValue($0.key, $0.value) })
    return RequestBody(Data(query.bytes(urlEncoder: FormOptions.default.urlEncoder)), contentType: formType)
  }

  /// Creates a form from parameters, which may contain all types that a ``ParameterEncoding`` supports.
  ///
  /// Its type is `application/x-www-form-urlencoded; charset=utf-8`. Throws ``InvalidParameter``.
  public static func form(
    parameters: [String: any Sendable],
    options: FormOptions = .default
  ) throws -> RequestBody {
    RequestBody(try FormEncoder(options).encode(parameters: parameters), contentType: formType)
  }

  /// Creates JSON from an `Encodable` value, with a plain `JSONEncoder` by default: `application/json`.
  ///
  /// ```swift
  /// func content() throws -> RequestBody? { try .json(user) }
  /// ```
  ///
  /// Throws errors of the encoder: an `EncodingError`, with the path of the value. `JSONEncoder` can't handle a value
  /// that contains itself; ``json(parameters:options:)`` has an error for it.
  public static func json(_ value: some Encodable, encoder: JSONEncoder = JSONEncoder()) throws -> RequestBody {
    RequestBody(try encoder.encode(value), contentType: jsonType)
  }

  /// Creates a body of JSON, with its members in their order: `application/json`.
  ///
  /// Throws ``JSONError`` for a number that JSON doesn't have.
  public static func json(_ json: JSON) throws -> RequestBody {
    RequestBody(try json.rawData(), contentType: jsonType)
  }

  /// Creates JSON from parameters, which may contain all types that a ``ParameterEncoding`` supports:
  /// `application/json`.
  ///
  /// Throws ``InvalidParameter``.
  public static func json(
    parameters: [String: any Sendable],
    options: JSONEncoder.OutputFormatting = []
  ) throws -> RequestBody {
    RequestBody(try ParameterJSON(formatting: options).data(parameters), contentType: jsonType)
  }

  // NB: as in RFC 8259 §11, without a character set, because JSON is always UTF-8.
  static let jsonType = "application/json"
  private static let formType = "application/x-www-form-urlencoded; charset=utf-8"
}
