public import Foundation

/// Encodes parameters as a JSON object in the body, regardless of the method.
///
/// ```swift
/// try JSONEncoding.default.encode(["name": "Ada", "tags": ["x", "y"]], for: .post).body
/// // {"name":"Ada","tags":["x","y"]}
/// JSONEncoding(options: [.prettyPrinted, .sortedKeys], dateEncoding: .iso8601)
/// ```
///
/// The body's type is `application/json`. The keys of a dictionary are sorted, and those of an `Encodable` keep their
/// order, so that equal parameters have equal encodings. A `nil` in a dictionary becomes `null`. An `Encodable`'s
/// member that is `nil` is omitted, as by `JSONEncoder`. Integers and decimals keep all their digits. Throws
/// ``InvalidParameter``, including for a number that isn't finite and for a value that contains itself.
public struct JSONEncoding: ParameterEncoding {
  /// JSON on one line.
  public static let `default` = JSONEncoding()

  /// JSON with line breaks and indentation.
  public static let prettyPrinted = JSONEncoding(options: .prettyPrinted)

  /// JSON on one line, with the keys of an `Encodable` sorted as well.
  public static let sortedKeys = JSONEncoding(options: .sortedKeys)

  private var json: ParameterJSON

  /// Creates an encoding.
  ///
  /// - Parameters:
  ///   - options: The layout. Defaults to one line.
  ///   - dateEncoding: The format of a `Date`. Defaults to seconds since 2001, as `Date` encodes itself.
  ///   - dataEncoding: The format of `Data`. Defaults to Base64.
  public init(
    options: JSONEncoder.OutputFormatting = [],
    dateEncoding: FormOptions.DateEncoding = .deferredToDate,
    dataEncoding: FormOptions.DataEncoding = .base64
  ) {
    json = ParameterJSON(formatting: options, dateEncoding: dateEncoding, dataEncoding: dataEncoding)
  }

  /// The layout of the JSON.
  public var options: JSONEncoder.OutputFormatting {
    get { json.formatting }
    set { json.formatting = newValue }
  }

  /// The format of a `Date`.
  public var dateEncoding: FormOptions.DateEncoding {
    get { json.dateEncoding }
    set { json.dateEncoding = newValue }
  }

  /// The format of `Data`.
  public var dataEncoding: FormOptions.DataEncoding {
    get { json.dataEncoding }
    set { json.dataEncoding = newValue }
  }

  /// Encodes parameters into the body.
  public func encode(_ parameters: [String: any Sendable], for method: HTTPMethod) throws -> EncodedParameters {
    EncodedParameters(body: RequestBody(try json.data(parameters), contentType: RequestBody.jsonType))
  }
}
