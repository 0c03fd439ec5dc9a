/// A reference to a resource, which may be relative (RFC 3986 §4.1).
struct URIReference {
  let scheme: String?
  private let authority: String?
  private let path: String
  private let query: String?
  var fragment: String?

  /// Splits any text into its parts, like the regular expression in RFC 3986, appendix B.
  init(_ text: String) {
    var rest = text[...]
    fragment = Self.cut(&rest, at: "#")
    query = Self.cut(&rest, at: "?")
    scheme = Self.scheme(of: rest).map(String.init)
    if let scheme { rest = rest.dropFirst(scheme.count + 1) }
    if rest.hasPrefix("//") {
      let end = rest.dropFirst(2).firstIndex(of: "/") ?? rest.endIndex
      authority = String(rest[..<end].dropFirst(2))
      rest = rest[end...]
    } else {
      authority = nil
    }
    path = String(rest)
  }

  /// Returns the absolute address (RFC 3986 §5.2.2).
  func resolved(against base: HTTPAddress) -> String {
    if let scheme {
      let start = scheme + ":" + (authority.map { "//" + $0 } ?? "")
      return start + Self.normalized(path) + ending
    }
    if let authority { return (base.isSecure ? "https://" : "http://") + authority + Self.normalized(path) + ending }
    let origin = base.text.dropLast(base.target.count)
    if !path.isEmpty { return origin + Self.normalized(merged(with: base)) + ending }
    return origin + (query == nil ? base.target : String(base.path)) + ending
  }

  /// Merges the paths (RFC 3986 §5.2.3).
  private func merged(with base: HTTPAddress) -> String {
    guard !path.hasPrefix("/"), let slash = base.path.lastIndex(of: "/") else { return path }
    return base.path[...slash] + path
  }

  private var ending: String { (query.map { "?" + $0 } ?? "") + (fragment.map { "#" + $0 } ?? "") }

  /// Removes `.` and `..` (RFC 3986 §5.2.4).
  static func normalized(_ path: String) -> String {
    guard path.hasPrefix("/") else { return path }
    var kept: [Substring] = []
    let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    for segment in segments {
      if segment == ".." {
        _ = kept.popLast()
      } else if segment != "." {
        kept.append(segment)
      }
    }
    let endsOpen = segments.last == "." || segments.last == ".."
    return "/" + kept.joined(separator: "/") + (endsOpen && !kept.isEmpty ? "/" : "")
  }

  private static func cut(_ text: inout Substring, at mark: Character) -> String? {
    guard let place = text.firstIndex(of: mark) else { return nil }
    defer { text = text[..<place] }
    return String(text[place...].dropFirst())
  }

  private static func scheme(of text: Substring) -> Substring? {
    guard let colon = text.firstIndex(of: ":"), let first = text.first, first.isASCII, first.isLetter else {
      return nil
    }
    let scheme = text[..<colon]
    return scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) } ? scheme : nil
  }
}
