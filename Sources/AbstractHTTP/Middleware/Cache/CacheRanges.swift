import Foundation

/// How a part is given out of a whole stored response (RFC 9110 §14, §15.3.7; RFC 9111 §4).
extension StoredResponse {
  /// Whether it can be given to a request: to one for a part, if the bytes are those that the server would count.
  func canAnswer(_ lookup: CacheLookup) -> Bool {
    lookup.range == nil || statusCode == 200 && !headers.contains("Content-Encoding")
  }

  /// Makes a whole response the part that was asked for: 206, or 416 if there is no such part.
  ///
  /// It stays whole if `If-Range` names another version.
  func cut(_ response: inout Response, for lookup: CacheLookup) {
    guard let range = lookup.range, canAnswer(lookup), meets(lookup.request.headers["If-Range"]) else { return }
    guard let places = range.places(in: data.count) else { return refuse(&response) }
    response.statusCode = 206
    response.data = Data(data.dropFirst(places.lowerBound).prefix(places.count))
    response.headers["Content-Range"] = "bytes \(places.lowerBound)-\(places.upperBound - 1)/\(data.count)"
    response.headers["Content-Length"] = String(places.count)
  }

  /// Makes it a 416, with nothing that belongs to the whole (RFC 9110 §15.5.17).
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

  /// Whether an `If-Range` names this version, by a strong validator (RFC 9110 §13.1.5); none names any.
  private func meets(_ ifRange: String?) -> Bool {
    guard let ifRange else { return true }
    if ifRange.hasPrefix("\"") { return ifRange == entityTag }
    return ifRange == lastModified && isLastModifiedStrong
  }

  /// Whether nothing can have changed twice in the second of `Last-Modified` (RFC 9110 §8.8.2.2).
  private var isLastModifiedStrong: Bool {
    guard let change = lastModified.flatMap({ HTTPDate.date(of: $0, now: responseTime) }) else { return false }
    return policy.date.timeIntervalSince(change) >= Self.longestWrite
  }

  private static let longestWrite = 60.0
}
