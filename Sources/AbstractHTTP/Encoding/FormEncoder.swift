public import Foundation

/// Encodes an `Encodable` value as a form: `application/x-www-form-urlencoded`.
///
/// ```swift
/// struct Search: Encodable { let words: String, tags: [String], page: Int? }
///
/// try FormEncoder().string(Search(words: "a & b", tags: ["x", "y"], page: nil))
/// // tags%5B%5D=x&tags%5B%5D=y&words=a%20%26%20b
/// ```
///
/// ``FormOptions`` control the format of arrays, dates, and other values. Equal values have equal encodings, except
/// that a `Set` has no order. Numbers are written as Swift describes them. Throws ``InvalidParameter``, which names the
/// key, for values that a form can't represent. Errors of the value's own `encode(to:)` are thrown unchanged.
public struct FormEncoder: Sendable {
  /// The format of keys and values.
  public var options: FormOptions

  /// The `userInfo` of the encoder that values receive. Defaults to none.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// Creates an encoder.
  public init(_ options: FormOptions = .default) { self.options = options }

  /// Encodes a value as data, for a body.
  public func encode(_ value: some Encodable) throws -> Data {
    Data(try query(value).bytes(urlEncoder: options.urlEncoder))
  }

  /// Encodes a value as text.
  public func string(_ value: some Encodable) throws -> String { try query(value).string() }

  /// Encodes parameters as data, for a body.
  ///
  /// They may contain all types that a ``ParameterEncoding`` supports.
  public func encode(parameters: [String: any Sendable]) throws -> Data {
    Data(try query(parameters: parameters).bytes(urlEncoder: options.urlEncoder))
  }

  /// Encodes parameters as text.
  public func string(parameters: [String: any Sendable]) throws -> String { try query(parameters: parameters).string() }

  func query(_ value: some Encodable) throws -> URLQuery {
    let root = ParameterPath(userInfo: userInfo)
    return try query(root.encoded(value))
  }

  func query(parameters: [String: any Sendable]) throws -> URLQuery {
    let root = ParameterPath(userInfo: userInfo)
    return try query(.node(root.object(parameters)))
  }

  private func query(_ value: ParameterValue) throws -> URLQuery {
    var writer = FormWriter(options: options)
    try writer.append(root: value)
    return URLQuery(writer.parameters, urlEncoder: options.urlEncoder)
  }
}
