import Foundation

/// A character encoding of the WHATWG Encoding Standard, or one that Foundation reads.
enum TextEncoding: Sendable, Hashable {
  case utf8
  case utf16BigEndian
  case utf16LittleEndian
  /// An encoding with a table of 128 characters, by its name in the standard.
  case singleByte(String)
  case multibyte(MultibyteEncoding)
  /// An encoding that must not be decoded, because it was used to smuggle scripts.
  case replacement
  case system(String.Encoding)

  init(_ encoding: String.Encoding) {
    self =
      switch encoding {
      case .utf8: .utf8
      case .japaneseEUC: .multibyte(.eucJP)
      case .iso2022JP: .multibyte(.iso2022JP)
      case .shiftJIS: .multibyte(.shiftJIS)
      default: .system(encoding)
      }
  }

  /// Creates the encoding that a byte order mark indicates (WHATWG Encoding §6); `nil` without one.
  init?(byteOrderMarkOf data: Data) {
    guard let first = data.first, first >= 0xEF else { return nil }
    if data.starts(with: [0xEF, 0xBB, 0xBF]) {
      self = .utf8
    } else if data.starts(with: [0xFE, 0xFF]) {
      self = .utf16BigEndian
    } else if data.starts(with: [0xFF, 0xFE]) {
      self = .utf16LittleEndian
    } else {
      return nil
    }
  }

  /// Whether its byte order mark may look like that of UTF-16.
  var isUTF32: Bool {
    switch self {
    case .system(.utf32), .system(.utf32LittleEndian), .system(.utf32BigEndian): true
    default: false
    }
  }

  /// Decodes bytes in linear time, keeping a byte order mark.
  func decode(_ data: Data) throws(TextFlaw) -> String {
    let text: String? =
      switch self {
      case .utf8: data.withUnsafeBytes { String(validating: $0.bindMemory(to: UInt8.self), as: UTF8.self) }
      case .utf16BigEndian: Self.utf16(data) { UInt16($0) << 8 | UInt16($1) }
      case .utf16LittleEndian: Self.utf16(data) { UInt16($1) << 8 | UInt16($0) }
      case .singleByte(let name): SingleByteTable.decode(data, by: name)
      case .multibyte(let encoding): try encoding.decode(Array(data))
      case .replacement: data.isEmpty ? "" : nil
      case .system(let encoding): String(data: data, encoding: encoding)
      }
    guard let text else { throw .malformed }
    return text
  }

  private static func utf16(_ data: Data, _ unit: (UInt8, UInt8) -> UInt16) -> String? {
    guard data.count.isMultiple(of: 2) else { return nil }
    let bytes = Array(data)
    let units = stride(from: 0, to: bytes.count, by: 2).map { unit(bytes[$0], bytes[$0 + 1]) }
    return String(validating: units, as: UTF16.self)
  }
}

/// The reason why bytes can't be read as text.
enum TextFlaw: Error, Hashable, CustomStringConvertible {
  case unknownLabel
  case noConverter(MultibyteEncoding)
  case malformed

  var description: String {
    switch self {
    case .unknownLabel: "no such character set"
    case .noConverter(let encoding): "this system cannot convert \(encoding.rawValue)"
    case .malformed: "malformed bytes"
    }
  }
}
