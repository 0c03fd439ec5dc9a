import Foundation

extension Response {
  /// How long the server asks to wait, by its `Retry-After` in either form (RFC 9110 §10.2.3); `nil` if it does not, or not
  /// in a way that can be read. A moment is counted from the server's own `Date`, and from `now` if that is missing.
  func retryAfter(now: () -> Date) -> Duration? {
    headers.values(for: "Retry-After").compactMap { wait($0, now) }.max()
  }

  private func wait(_ text: String, _ now: () -> Date) -> Duration? {
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return Int64(text).map { Duration.seconds($0).clamped } ?? .century
    }
    guard let moment = HTTPDate.date(of: text) else { return nil }
    let start = headers["Date"].flatMap { HTTPDate.date(of: $0) } ?? now()
    return Duration.seconds(1).scaled(by: moment.timeIntervalSince(start))
  }
}
