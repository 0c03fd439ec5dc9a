public import Foundation

extension Response {
  /// Reads the body as text.
  ///
  /// The encoding is the one given, else the `charset` of the `Content-Type`, else UTF-8. A byte order mark is left out.
  /// Of a body in a ``file`` it reads nothing.
  ///
  /// - Throws: ``UndecodableText`` if the character set is unknown or the bytes are not text in it. Foundation cannot read EUC-JP
  ///   on Linux.
  public func text(encoding: String.Encoding? = nil) throws(UndecodableText) -> String {
    let charset = encoding == nil ? self.charset : nil
    guard let encoding = encoding ?? (charset.map(Charset.encoding) ?? .utf8) else {
      throw UndecodableText(charset: charset ?? "", response: self)
    }
    guard
      let text = encoding == .utf8 ? String(validating: data, as: UTF8.self) : String(data: data, encoding: encoding)
    else {
      throw UndecodableText(charset: charset ?? "\(encoding)", response: self)
    }
    return text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
  }

  /// The `charset` parameter of the `Content-Type` (RFC 9110 §8.3.2), in lower case.
  private var charset: String? {
    guard let type = headers["Content-Type"] else { return nil }
    for parameter in type.split(separator: ";").dropFirst() {
      let pair = parameter.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      guard pair.count == 2, pair[0].lowercased() == "charset" else { continue }
      return pair[1].trimmingCharacters(in: CharacterSet(charactersIn: "\"'")).lowercased()
    }
    return nil
  }
}

/// The body is not text in the character set that was asked for or declared.
public struct UndecodableText: Error, CustomStringConvertible {
  /// The character set, by its name.
  public let charset: String
  /// The response whose body it is.
  public let response: Response

  /// What is wrong, in words.
  public var description: String { "the body is not text in the character set \(charset): \(response)" }
}

/// The character sets of RFC 9110 §8.3.2, by the names that IANA lists.
private enum Charset {
  static func encoding(named name: String) -> String.Encoding? { encodings[name] }

  private static let encodings: [String: String.Encoding] = [
    "utf-8": .utf8, "utf8": .utf8, "us-ascii": .ascii, "ascii": .ascii,
    "iso-8859-1": .isoLatin1, "latin1": .isoLatin1, "iso-8859-2": .isoLatin2,
    "windows-1250": .windowsCP1250, "windows-1251": .windowsCP1251, "windows-1252": .windowsCP1252,
    "windows-1253": .windowsCP1253, "windows-1254": .windowsCP1254,
    "utf-16": .utf16, "utf-16be": .utf16BigEndian, "utf-16le": .utf16LittleEndian,
    "utf-32": .utf32, "utf-32be": .utf32BigEndian, "utf-32le": .utf32LittleEndian,
    "shift_jis": .shiftJIS, "sjis": .shiftJIS, "x-sjis": .shiftJIS, "windows-31j": .shiftJIS,
    "euc-jp": .japaneseEUC, "iso-2022-jp": .iso2022JP,
  ]
}
