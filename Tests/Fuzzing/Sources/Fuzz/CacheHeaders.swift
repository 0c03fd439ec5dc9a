@testable import AbstractHTTP
import Foundation

extension FuzzTarget {
  /// The headers of a request and, after an empty line, those of its response, as a cache reads them (RFC 9111).
  static let cacheHeaders = FuzzTarget(
    "cache-headers",
    seeds: [
      "Cache-Control: max-stale=10, min-fresh=5\nAccept: a, b\n\nCache-Control: max-age=60, stale-if-error=9\nVary: Accept",
      "Pragma: no-cache\n\nExpires: Sun, 06 Nov 2994 08:49:37 GMT\nDate: Sun, 06 Nov 1994 08:49:37 GMT\nAge: 5, 6",
      "Cookie: a=b\nAuthorization: c\n\nVary: *\nCache-Control: no-cache=\"Set-Cookie, x\", private=\"a\\\"b\"",
      "\n\nLast-Modified: Sun, 06 Nov 1994 08:49:37 GMT\nETag: W/\"x\"\nCache-Control: max-age=\"99999999999999999999\"",
      "If-None-Match: x\nRange: bytes=0-\n\nCache-Control: s-maxage=1,,=,\"unended, max-age=1\nVary: a,,b, A",
    ]
  ) { input throws(Broken) in
    let lines = input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Array($0) }
    let end = lines.firstIndex(of: []) ?? lines.endIndex
    let (asked, answered) = (HTTPHeaders(lines[..<end]), HTTPHeaders(lines[end...]))
    guard let url = URL(string: "http://example.test/"), let address = CacheAddress(url) else { return }
    let now = Date(timeIntervalSince1970: 1_700_000_000)
    let request = Request(url: url, headers: asked)
    let lookup = CacheLookup(request, RequestDirectives(asked), address, partition: nil)
    let response = StoredResponse(
      statusCode: 200,
      headers: answered,
      data: Data(),
      requestTime: now,
      responseTime: now,
      varyKey: VaryKey(partition: lookup.partition, fields: [])
    )
    try check(response, lookup, at: now)
    guard let varyKey = try? VaryKey(of: lookup, answered) else { return }
    try expect(varyKey.matches(lookup), "a response is not for the request that it answered")
  }

  private static func check(_ response: StoredResponse, _ lookup: CacheLookup, at now: Date) throws(Broken) {
    let (lifetime, age) = (response.policy.lifetime, response.age(at: now))
    try expect(lifetime >= 0 && lifetime.isFinite, "the lifetime is \(lifetime)")
    try expect(age >= 0 && age.isFinite, "the age is \(age)")
    _ = lookup.use(of: response.policy, age: age)
    _ = lookup.allowsOnError(response.policy, age: age)
    _ = lookup.request(validating: response)
    let updated = response.headers(updatedBy: response.headers)
    try expect(updated.count <= response.headers.count, "an update with the same headers adds some")
    let again = StoredResponse(bytes: response.bytes)
    try expect(again?.headers == response.headers, "a stored response is read again as something else")
  }
}

extension HTTPHeaders {
  /// Reads lines of `name: value`; other lines are left out.
  init(_ lines: some Sequence<[UInt8]>) {
    self.init()
    for line in lines {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let name = Array(line[..<colon]).text
      if HTTPToken.isToken(name) { append(HTTPToken.trimmed(Array(line[(colon + 1)...]).text), for: name) }
    }
  }
}
