import Foundation

/// Recognizes texts that aren't JSON.
enum JSONDocument {
  /// How many bytes are searched for a title.
  private static let searched = 16_384

  /// Returns the reason if the text is empty or markup.
  static func kind(of utf8: UnsafeBufferPointer<UInt8>) -> DecodingFailure.Reason? {
    let rest = utf8[JSONText.start(of: utf8)...].drop(while: JSONSnippet.isSpace)
    guard let first = rest.first else { return .empty }
    guard first == UInt8(ascii: "<") else { return nil }
    let text = String(decoding: rest.prefix(searched), as: UTF8.self)
    let isHTML = ["<!doctype html", "<html", "<head", "<title", "<body"].contains { has($0, text) }
    return isHTML ? .html(title: title(of: text)) : .xml
  }

  /// Returns a flaw that describes the markup if the text is markup, and the same flaw otherwise.
  static func flaw(_ flaw: JSONFlaw, of utf8: UnsafeBufferPointer<UInt8>) -> JSONFlaw {
    guard let words = kind(of: utf8)?.markup else { return flaw }
    return JSONFlaw(reason: words, offset: flaw.offset)
  }

  private static func has(_ tag: String, _ text: String) -> Bool {
    text.range(of: tag, options: .caseInsensitive) != nil
  }

  private static func title(of text: String) -> String? {
    guard let tag = text.range(of: "<title", options: .caseInsensitive),
      let start = text[tag.upperBound...].firstIndex(of: ">"),
      let end = text.range(of: "</title", options: .caseInsensitive, range: start..<text.endIndex)
    else { return nil }
    let words = text[text.index(after: start)..<end.lowerBound].split(whereSeparator: \.isWhitespace)
    let title = words.joined(separator: " ")
    guard !title.isEmpty else { return nil }
    return title.count > 100 ? title.prefix(100) + "…" : title
  }
}

extension DecodingFailure.Reason {
  /// A description of the markup; `nil` for other texts.
  var markup: String? {
    switch self {
    case .html(let title): "the text is HTML" + (title.map { ", titled \"\($0)\"" } ?? "")
    case .xml: "the text is XML"
    default: nil
    }
  }
}
