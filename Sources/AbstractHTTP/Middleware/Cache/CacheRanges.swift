import Foundation

/// Cuts byte ranges out of complete stored responses (RFC 9110 §14, §15.3.7; RFC 9111 §4).
extension StoredResponse {
  /// Returns whether it can answer a request. For a range, its bytes must be those that the server would count.
  func canAnswer(_ lookup: CacheLookup) -> Bool {
    lookup.range == nil || statusCode == 200 && !headers.contains("Content-Encoding")
  }

  /// Cuts the requested range out of a complete response: 206, or 416 if the range doesn't exist.
  ///
  /// The response stays complete if `If-Range` names another version.
  func cut(_ response: inout Response, for lookup: CacheLookup) {
    guard let range = lookup.range, canAnswer(lookup), meets(lookup.request.headers["If-Range"]) else { return }
    guard let places = range.places(in: data.count) else { return refuse(&response) }
    response.statusCode = 206
    response.data = Data(data.dropFirst(places.lowerBound).prefix(places.count))
    response.headers["Content-Range"] = "bytes \(places.lowerBound)-\(places.upperBound - 1)/\(data.count)"
    response.headers["Content-Length"] = String(places.count)
  }

  /// Turns the response into a 416, without the parts that describe the whole (RFC 9110 §15.5.17).
  private func refuse(_ response: inout Response) {
    let kept = response.headers.filter { field in
      ["Date", "Age", "Vary"].contains { HTTPToken.isSame($0, field.name) }
    }
    response.statusCode = 416
    response.data = Data()
    response.headers = HTTPHeaders(kept)
    response.headers["Content-Range"] = "bytes */\(data.count)"
    response.headers["Content-Length"] = "0"
  }

  /// Returns whether an `If-Range` names this version by a strong validator (RFC 9110 §13.1.5). Without `If-Range`,
  /// returns `true`.
  private func meets(_ ifRange: String?) -> Bool {
    guard let ifRange else { return true }
    if ifRange.hasPrefix("\"") { return ifRange == entityTag }
    return ifRange == lastModified && isLastModifiedStrong
  }

  /// Whether the response can't have changed twice in the second of `Last-Modified` (RFC 9110 §8.8.2.2).
  private var isLastModifiedStrong: Bool {
    guard let change = lastModified.flatMap({ HTTPDate.date(of: $0, now: responseTime) }) else { return false }
    return policy.date.timeIntervalSince(change) >= Self.longestWrite
  }

  private static let longestWrite = 60.0
}
