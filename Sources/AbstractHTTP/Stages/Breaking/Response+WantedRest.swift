import Foundation

extension Response {
  /// For how long the server wants no further request, as its `Retry-After` says with a 429 or a 503, in either form
  /// (RFC 9110 §10.2.3). A date counts from the response's own, if it has one.
  var wantedRest: Duration? {
    guard statusCode == 429 || statusCode == 503, let text = headers["Retry-After"] else { return nil }
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return .seconds(min(Int(text) ?? .max, 31_536_000))
    }
    guard let date = HTTPDate.date(of: text) else { return nil }
    let now = headers["Date"].flatMap { HTTPDate.date(of: $0) } ?? Date()
    return .seconds(min(max(date.timeIntervalSince(now), 0), 31_536_000))
  }
}
