/// A media range without its parameters (RFC 9110 §12.5.1).
struct MediaRange {
  private let parts: [Substring]

  /// Returns the ranges in an `Accept` field. For `application/vnd.api+json`, includes `application/json` (RFC 6839),
  /// with which servers answer.
  static func list(_ accept: String) -> [String] {
    accept.split(separator: ",").flatMap { range in
      let essence = HTTPToken.trimmed(String(range.prefix { $0 != ";" }))
      guard let plus = essence.lastIndex(of: "+"), let slash = essence.firstIndex(of: "/"), slash < plus else {
        return [essence]
      }
      return [essence, String(essence[...slash] + essence[plus...].dropFirst())]
    }
  }

  init(_ text: String) {
    let essence = text.utf8.prefix { $0 != UInt8(ascii: ";") }
    parts = HTTPToken.trimmed(String(Substring(essence))).lowercased().split(separator: "/", maxSplits: 1)
  }

  func contains(_ type: MediaRange?) -> Bool {
    guard let type else { return parts == ["*", "*"] }
    return parts.count == type.parts.count && zip(parts, type.parts).allSatisfy { $0 == "*" || $0 == $1 }
  }
}

extension Response {
  /// Returns why the type of the body doesn't match any of these ranges, in which `*` matches any type; `nil` if it
  /// does, or if there is no body.
  func rejection(accepting accepted: [String]) -> Rejection? {
    guard !data.isEmpty || file != nil else { return nil }
    let type = headers["Content-Type"]
    guard !accepted.contains(where: { MediaRange($0).contains(type.map(MediaRange.init)) }) else { return nil }
    let reason = "content type \(type ?? "unknown"), not \(accepted.joined(separator: ", "))"
    return Rejection(by: "validate", because: reason)
  }
}
