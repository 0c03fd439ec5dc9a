public import Foundation

/// Encodes any `Encodable` as a form: `application/x-www-form-urlencoded`.
///
/// ```swift
/// struct Search: Encodable { let words: String, tags: [String], page: Int? }
///
/// try FormEncoder().string(Search(words: "a & b", tags: ["x", "y"], page: nil))
/// // tags%5B%5D=x&tags%5B%5D=y&words=a%20%26%20b
/// ```
///
/// How arrays, dates and the like are written is up to the ``FormOptions``. The same value gives the same bytes, save that a
/// `Set` has no order to keep. Numbers are written as Swift describes them. Throws ``InvalidParameter``, which names the key, for
/// what a form cannot hold; what the value's own `encode(to:)` throws is thrown as it is.
public struct FormEncoder: Sendable {
  /// How keys and values are written.
  public var options: FormOptions

  /// What the values that are encoded find in their encoder's `userInfo`. Nothing by default.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// Makes the encoder.
  public init(_ options: FormOptions = .default) { self.options = options }

  /// Encodes a value, for a body.
  public func encode(_ value: some Encodable) throws -> Data {
    Data(try query(value).bytes(urlEncoder: options.urlEncoder))
  }

  /// Encodes a value, as text.
  public func string(_ value: some Encodable) throws -> String { try query(value).string() }

  /// Encodes parameters, for a body.
  ///
  /// They may hold whatever a ``ParameterEncoding`` takes.
  public func encode(parameters: [String: any Sendable]) throws -> Data {
    Data(try query(parameters: parameters).bytes(urlEncoder: options.urlEncoder))
  }

  /// Encodes parameters, as text.
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
