public import Foundation

extension JSON {
  /// How a text is read.
  public struct ReadingOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Makes options of bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The text may be a value of any kind, not only an array or an object. RFC 8259 allows it.
    public static let fragmentsAllowed = ReadingOptions(rawValue: 1)
  }

  /// Reads a JSON text (RFC 8259, to the letter).
  ///
  /// ```swift
  /// let json = try JSON(data: Data(#"{"id": 7}"#.utf8))
  /// ```
  ///
  /// It may be in UTF-8, or in UTF-16 or UTF-32; a byte order mark is left out. Of a key that comes twice, the last value
  /// counts, in the first one's place. Half of a surrogate pair (`\ud800`) is an error, since no Swift string can hold it.
  ///
  /// - Parameters:
  ///   - data: The text.
  ///   - options: Values of any kind are taken by default; `[]` insists on an array or an object.
  ///   - maximumDepth: How many arrays and objects may lie within each other; no more than ``maximumDepth``.
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

  /// Reads a JSON text; one that is not valid is null, with the ``error`` that says where and why.
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

  /// Reads a JSON text to be decoded, of whose keys that come twice the first value may count, as Foundation has it.
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
