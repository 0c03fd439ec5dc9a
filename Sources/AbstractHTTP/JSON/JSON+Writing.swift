public import Foundation

extension JSON {
  /// Options for writing a text.
  public struct WritingOptions: OptionSet, Sendable {
    /// The raw bits.
    public let rawValue: Int

    /// Creates options from raw bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Writes each value on a line, indented by two spaces for each level.
    public static let prettyPrinted = WritingOptions(rawValue: 1)
    /// Sorts the keys by their bytes instead of keeping their order.
    public static let sortedKeys = WritingOptions(rawValue: 2)
    /// Accepts a top-level value of any type, not only an array or an object.
    public static let fragmentsAllowed = WritingOptions(rawValue: 4)
    /// Writes `/` instead of `\/`.
    public static let withoutEscapingSlashes = WritingOptions(rawValue: 8)
  }

  /// Returns the JSON text in UTF-8. Numbers that were parsed keep their text, and objects the order of their keys.
  ///
  /// ```swift
  /// request.body = RequestBody(try json.rawData(options: [.sortedKeys, .withoutEscapingSlashes]), contentType: "application/json")
  /// ```
  ///
  /// - Parameter options: The format of the text. Defaults to accepting values of any type.
  /// - Throws: ``JSONError/wrongType(path:expected:found:)`` for a value that is neither an array nor an object, if the
  ///   options don't include ``WritingOptions/fragmentsAllowed``.
  public func rawData(options: WritingOptions = .fragmentsAllowed) throws(JSONError) -> Data {
    guard options.contains(.fragmentsAllowed) || type == .array || type == .dictionary else {
      throw .wrongType(path: [], expected: "an array or an object", found: type)
    }
    return Data(serializedBytes(options: options))
  }

  /// Returns the JSON text of an array or an object, and for other values their ``stringValue``: a string without
  /// quotes, and `null`.
  ///
  /// - Parameters:
  ///   - encoding: The encoding that must be able to represent the text. Defaults to UTF-8.
  ///   - options: The format of the text. Defaults to several lines with indentation.
  /// - Returns: The text, or `nil` if the encoding can't represent it without loss.
  public func rawString(_ encoding: String.Encoding = .utf8, options: WritingOptions = .prettyPrinted) -> String? {
    let text =
      switch type {
      case .array, .dictionary: serialized(options: options)
      case .null: "null"
      default: stringValue
      }
    return encoding == .utf8 || text.canBeConverted(to: encoding) ? text : nil
  }

  /// Returns the JSON text.
  func serialized(options: WritingOptions) -> String {
    String(decoding: serializedBytes(options: options), as: UTF8.self)
  }

  private func serializedBytes(options: WritingOptions) -> [UInt8] {
    var writer = JSONWriter(options)
    writer.write(self)
    return writer.bytes
  }
}

extension JSON: CustomStringConvertible {
  /// The text of ``rawString(_:options:)``, on several lines.
  public var description: String { rawString() ?? "" }
}

extension JSON: CustomDebugStringConvertible {
  /// The JSON text, on one line.
  public var debugDescription: String { serialized(options: .withoutEscapingSlashes) }
}
