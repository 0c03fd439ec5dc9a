public import Foundation

extension JSON {
  /// How a text is written.
  public struct WritingOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Makes options of bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// A line for each value, indented by two blanks a level.
    public static let prettyPrinted = WritingOptions(rawValue: 1)
    /// The keys in the order of their bytes, instead of their own.
    public static let sortedKeys = WritingOptions(rawValue: 2)
    /// The value may be of any kind, not only an array or an object.
    public static let fragmentsAllowed = WritingOptions(rawValue: 4)
    /// `/` as it is, and not as `\/`.
    public static let withoutEscapingSlashes = WritingOptions(rawValue: 8)
  }

  /// The JSON text in UTF-8. Numbers that were read are written as they stood there, and keys in their order.
  ///
  /// ```swift
  /// request.body = RequestBody(try json.rawData(options: [.sortedKeys, .withoutEscapingSlashes]), contentType: "application/json")
  /// ```
  ///
  /// - Throws: ``JSONError/wrongType(path:expected:found:)`` for a value that is neither an array nor an object, where options
  ///   are given without ``WritingOptions/fragmentsAllowed``.
  public func rawData(options: WritingOptions = .fragmentsAllowed) throws(JSONError) -> Data {
    guard options.contains(.fragmentsAllowed) || type == .array || type == .dictionary else {
      throw .wrongType(path: [], expected: "an array or an object", found: type)
    }
    return Data(serializedBytes(options: options))
  }

  /// The JSON text of an array or an object; all else as ``stringValue`` has it, a string without quotes, and `null`.
  ///
  /// - Returns: The text, or `nil` if it cannot be written in the encoding and read from it again.
  public func rawString(_ encoding: String.Encoding = .utf8, options: WritingOptions = .prettyPrinted) -> String? {
    let text =
      switch type {
      case .array, .dictionary: serialized(options: options)
      case .null: "null"
      default: stringValue
      }
    return encoding == .utf8 || text.canBeConverted(to: encoding) ? text : nil
  }

  /// The JSON text.
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
  /// The text as ``rawString(_:options:)`` has it, over several lines.
  public var description: String { rawString() ?? "" }
}

extension JSON: CustomDebugStringConvertible {
  /// The JSON text, on one line.
  public var debugDescription: String { serialized(options: .withoutEscapingSlashes) }
}
