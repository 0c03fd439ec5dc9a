public import Foundation

extension Response {
  /// Reads the body as text.
  ///
  /// Uses the given encoding. Otherwise, the encoding is that of a byte order mark, then the `charset` of the `Content-Type`
  /// (RFC 9110 §8.3.2), then UTF-8. A leading byte order mark isn't part of the text. The body of a ``file`` isn't read.
  ///
  /// The `charset` is a label of the WHATWG Encoding Standard, in any case, and means what it means there: all its encodings
  /// can be read on every platform. So `iso-8859-1`, `latin1`, and `us-ascii` mean `windows-1252`, as in every browser. The
  /// UTF-32 encodings can be read as well. On Linux, `iconv` converts the Chinese, Japanese, and Korean encodings. With glibc,
  /// that needs its `gconv` modules, which a minimal container may lack; the others don't need them. GBK and gb18030 give
  /// the characters of GB 18030-2022 for 24 codes that older tables map to private characters.
  ///
  /// - Parameter encoding: The encoding of the body. Defaults to `nil`, which uses the one that the response declares.
  /// - Throws: ``UndecodableText`` if the label is unknown, the system has no converter for the encoding, or the bytes aren't
  ///   text in it. Malformed bytes are never replaced or left out.
  public func text(encoding: String.Encoding? = nil) throws(UndecodableText) -> String {
    guard let encoding else { return try text(declaredAs: charset) }
    return try decoded("\(encoding)") { () throws(TextFlaw) in try TextEncoding(encoding).decode(data) }
  }

  /// Reads the body as text in a character set named by a label of the WHATWG Encoding Standard, such as `gbk`.
  ///
  /// Use it if a server declares no character set, or a wrong one. A byte order mark takes precedence over the label.
  ///
  /// - Parameter charset: The label, in any case.
  /// - Throws: ``UndecodableText`` if the label is unknown, the system has no converter for the encoding, or the bytes aren't
  ///   text in it.
  public func text(charset: String) throws(UndecodableText) -> String { try text(declaredAs: charset) }

  private func text(declaredAs label: String?) throws(UndecodableText) -> String {
    try decoded(label ?? "utf-8") { () throws(TextFlaw) in
      let declared = label.flatMap(TextEncoding.init(label:))
      if let marked = TextEncoding(byteOrderMarkOf: data), declared?.isUTF32 != true { return try marked.decode(data) }
      guard let encoding = label == nil ? .utf8 : declared else { throw .unknownLabel }
      return try encoding.decode(data)
    }
  }

  private func decoded(
    _ charset: String,
    _ decode: () throws(TextFlaw) -> String
  ) throws(UndecodableText) -> String {
    do {
      let text = try decode()
      return text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    } catch {
      throw UndecodableText(charset: charset, reason: error.description, response: self)
    }
  }

  /// The `charset` parameter of the `Content-Type`, in lower case; `nil` if there is none. Of several fields, the last
  /// one counts.
  private var charset: String? {
    headers.values(for: "Content-Type").last.flatMap { MediaType($0)["charset"] }?.lowercased()
  }
}

/// The error of a body that isn't text in the specified or declared character set.
public struct UndecodableText: AbstractHTTPError {
  /// The name of the character set.
  public let charset: String
  /// Why the body can't be read: an unknown character set, a missing converter, or malformed bytes.
  public let reason: String
  /// The response with the body.
  public let response: Response

  /// A description of the error.
  public var description: String {
    "the body is not text in the character set \(charset): \(reason): \(response)"
  }
}

extension UndecodableText {
  /// The key of the sentence for the user, ``ErrorMessages/Key/unreadable``.
  public var message: ErrorMessages.Key { .unreadable }
}
