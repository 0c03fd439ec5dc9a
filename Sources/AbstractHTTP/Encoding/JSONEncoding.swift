public import Foundation

/// Writes parameters as a JSON object, in the body, whatever the method.
///
/// ```swift
/// try JSONEncoding.default.encode(["name": "Ada", "tags": ["x", "y"]], for: .post).body
/// // {"name":"Ada","tags":["x","y"]}
/// JSONEncoding(options: [.prettyPrinted, .sortedKeys], dateEncoding: .iso8601)
/// ```
///
/// The body is of the type `application/json`. The keys of a dictionary are sorted, those of an `Encodable` keep their order, so
/// that the same parameters give the same bytes. `nil` in a dictionary is `null`; an `Encodable`'s member that is `nil` is left
/// out, as by `JSONEncoder`. Integers and decimals keep all their digits. Throws ``InvalidParameter``: for a number that is not finite
/// too, and for a value that contains itself.
public struct JSONEncoding: ParameterEncoding {
  /// JSON in one line.
  public static let `default` = JSONEncoding()

  /// JSON with line breaks and indentation.
  public static let prettyPrinted = JSONEncoding(options: .prettyPrinted)

  /// JSON in one line, with the keys of an `Encodable` sorted too.
  public static let sortedKeys = JSONEncoding(options: .sortedKeys)

  private var json: ParameterJSON

  /// Makes an encoding.
  ///
  /// - Parameters:
  ///   - options: How it is laid out; in one line by default.
  ///   - dateEncoding: As a `Date` encodes itself by default: in seconds since 2001.
  ///   - dataEncoding: In Base64 by default.
  public init(
    options: JSONEncoder.OutputFormatting = [],
    dateEncoding: FormOptions.DateEncoding = .deferredToDate,
    dataEncoding: FormOptions.DataEncoding = .base64
  ) {
    json = ParameterJSON(formatting: options, dateEncoding: dateEncoding, dataEncoding: dataEncoding)
  }

  /// How it is laid out.
  public var options: JSONEncoder.OutputFormatting {
    get { json.formatting }
    set { json.formatting = newValue }
  }

  /// How a `Date` is written.
  public var dateEncoding: FormOptions.DateEncoding {
    get { json.dateEncoding }
    set { json.dateEncoding = newValue }
  }

  /// How `Data` is written.
  public var dataEncoding: FormOptions.DataEncoding {
    get { json.dataEncoding }
    set { json.dataEncoding = newValue }
  }

  /// Encodes parameters into the body.
  public func encode(_ parameters: [String: any Sendable], for method: HTTPMethod) throws -> EncodedParameters {
    EncodedParameters(body: RequestBody(try json.data(parameters), contentType: RequestBody.jsonType))
  }
}
