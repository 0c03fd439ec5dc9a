public import Foundation

extension JSON {
  /// Options for reading a text.
  public struct ReadingOptions: OptionSet, Sendable {
    /// The raw bits.
    public let rawValue: Int

    /// Creates options from raw bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Accepts a top-level value of any type, not only an array or an object. RFC 8259 allows it.
    public static let fragmentsAllowed = ReadingOptions(rawValue: 1)
  }

  /// Reads a JSON text, strictly by RFC 8259.
  ///
  /// ```swift
  /// let json = try JSON(data: Data(#"{"id": 7}"#.utf8))
  /// ```
  ///
  /// The text may be in UTF-8, UTF-16, or UTF-32; a byte order mark is skipped. If a key is repeated, its last value
  /// wins and takes the first one's position. An unpaired surrogate (`\ud800`) is an error, because no Swift string can
  /// hold it.
  ///
  /// - Parameters:
  ///   - data: The text.
  ///   - options: Defaults to accepting values of any type. Pass `[]` to require an array or an object.
  ///   - maximumDepth: The maximum nesting of arrays and objects, up to ``maximumDepth``.
  /// - Throws: ``JSONError/invalidJSON(reason:offset:line:column:)``, or
  ///   ``JSONError/wrongType(path:expected:found:)`` for a value that is neither, with the option `[]`.
  public init(
    data: Data,
    options: ReadingOptions = .fragmentsAllowed,
    maximumDepth: Int = JSON.maximumDepth
  ) throws(JSONError) {
    let result = data.withUnsafeBytes { bytes in
      Result { () throws(JSONError) in
        try JSON(bytes: bytes.assumingMemoryBound(to: UInt8.self), maximumDepth)
      }
    }
    self = try result.get()
    guard options.contains(.fragmentsAllowed) || type == .array || type == .dictionary else {
      throw .wrongType(path: [], expected: "an array or an object", found: type)
    }
  }

  /// Reads a JSON text. An invalid text becomes null, with an ``error`` that names the location and the reason.
  public init(parseJSON text: String) {
    var text = text
    self = text.withUTF8 { bytes in
      do throws(JSONError) {
        return try JSON(utf8: bytes, Self.maximumDepth)
      } catch {
        return JSON(error)
      }
    }
  }

  /// Reads a JSON text for decoding. On request, the first value of a repeated key wins, as in Foundation.
  init(data: Data, keepingFirst: Bool) throws(JSONError) {
    let result = data.withUnsafeBytes { bytes in
      Result { () throws(JSONError) in
        try JSON(bytes: bytes.assumingMemoryBound(to: UInt8.self), Self.maximumDepth, keepingFirst)
      }
    }
    self = try result.get()
  }

  private init(
    bytes: UnsafeBufferPointer<UInt8>,
    _ maximumDepth: Int,
    _ keepingFirst: Bool = false
  ) throws(JSONError) {
    self = try JSONText.withUTF8(of: bytes) { utf8 throws(JSONError) in
      try JSON(utf8: utf8, maximumDepth, keepingFirst)
    }
  }

  private init(
    utf8: UnsafeBufferPointer<UInt8>,
    _ maximumDepth: Int,
    _ keepingFirst: Bool = false
  ) throws(JSONError) {
    let start = JSONText.start(of: utf8)
    let depth = Swift.min(maximumDepth, Self.maximumDepth)
    var parser = JSONParser(utf8, from: start, maximumDepth: depth, keepingFirst: keepingFirst)
    do throws(JSONFlaw) {
      self = try parser.parse()
    } catch {
      throw JSONDocument.flaw(error, of: utf8).error(in: utf8, from: start)
    }
  }
}
