import Foundation

extension Response {
  /// Returns how long the server asks to wait with `Retry-After`, in either form (RFC 9110 §10.2.3); `nil` if it
  /// doesn't, or the value is invalid. A date is relative to the server's own `Date`, or to `now` if that is missing.
  func retryAfter(now: () -> Date) -> Duration? {
    let values = headers.values(for: "Retry-After")
    guard !values.isEmpty else { return nil }
    let start = headers["Date"].flatMap { HTTPDate.date(of: $0) } ?? now()
    return values.compactMap { Self.wait($0, since: start) }.max()
  }

  private static func wait(_ text: String, since start: Date) -> Duration? {
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return Int64(text).map { Duration.seconds($0).clamped } ?? .century
    }
    guard let moment = HTTPDate.date(of: text) else { return nil }
    return Duration.seconds(1).scaled(by: moment.timeIntervalSince(start))
  }
}
