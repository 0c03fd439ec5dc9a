/// Creates file names from names that a server sends.
enum Filename {
  /// The maximum length of a name in UTF-8 bytes, on nearly all file systems.
  static let limit = 255

  private static let longestExtension = 32

  /// Returns the name without parts that could lead to another folder or mislead the user; `nil` if nothing is left.
  static func sanitized(_ name: String) -> String? {
    let parts = name.unicodeScalars.split { $0 == "/" || $0 == "\\" }
    guard let last = parts.last else { return nil }
    var scalars = String.UnicodeScalarView()
    for scalar in last where isShown(scalar) { scalars.append(scalar == ":" ? "_" : scalar) }
    let name = trimmed(shortened(trimmed(scalars[...]))[...])
    return name.isEmpty ? nil : String(Substring(name))
  }

  /// Returns whether a character is visible, or joins others. Marks that change the direction of the text could hide an
  /// extension.
  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    case .format: scalar == "\u{200C}" || scalar == "\u{200D}"
    default: !scalar.properties.isNoncharacterCodePoint
    }
  }

  private static func trimmed(_ name: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
    var name = name
    while let first = name.first, isEdge(first) { name.removeFirst() }
    while let last = name.last, isEdge(last) { name.removeLast() }
    return name
  }

  private static func isEdge(_ scalar: Unicode.Scalar) -> Bool { scalar == "." || scalar.properties.isWhitespace }

  /// Returns as much of the name as fits, keeping its extension.
  private static func shortened(_ name: Substring.UnicodeScalarView) -> String.UnicodeScalarView {
    guard size(name) > limit else { return String.UnicodeScalarView(name) }
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    let isKept = size(name[dot...]) <= longestExtension
    let ending = isKept ? name[dot...] : name[name.endIndex...]
    var room = limit - size(ending)
    let stem = (isKept ? name[..<dot] : name).prefix { scalar in
      room -= UTF8.width(scalar)
      return room >= 0
    }
    return String.UnicodeScalarView(stem) + ending
  }

  private static func size(_ text: Substring.UnicodeScalarView) -> Int { text.reduce(0) { $0 + UTF8.width($1) } }
}
