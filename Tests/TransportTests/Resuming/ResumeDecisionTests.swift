import Foundation
import Testing

@testable import AbstractHTTP

struct ResumeDecisionTests {
  private static let old = "Sun, 06 Nov 1994 08:49:37 GMT"
  private static let minuteLater = "Sun, 06 Nov 1994 08:50:37 GMT"
  private static let earlier = "Sun, 06 Nov 1994 08:50:36 GMT"

  private static let strong: [(HTTPHeaders, String)] = [
    (["ETag": #""abc""#], #""abc""#),
    (["ETag": "\"\""], "\"\""),
    (["Last-Modified": old, "Date": minuteLater], old),
    (["ETag": #""abc""#, "Last-Modified": old, "Date": minuteLater], #""abc""#),
  ]

  @Test(arguments: strong)
  func `a strong tag, or a date that is a minute old, is a validator`(headers: HTTPHeaders, text: String) {
    #expect(PartValidator(headers)?.text == text)
  }

  private static let weak: [HTTPHeaders] = [
    [:], ["ETag": #"W/"abc""#], ["ETag": "abc"], ["ETag": "\""], ["ETag": #""a" "b""#],
    HTTPHeaders([.init(name: "ETag", value: #""a""#), .init(name: "ETag", value: #""b""#)]),
    ["Last-Modified": old], ["Last-Modified": old, "Date": earlier], ["Last-Modified": "today", "Date": minuteLater],
    ["ETag": #"W/"abc""#, "Last-Modified": old, "Date": minuteLater],
  ]

  @Test(arguments: weak)
  func `nothing weaker is`(headers: HTTPHeaders) {
    #expect(PartValidator(headers) == nil)
  }

  @Test(
    arguments: [
      ("bytes 5-8/9", 5...8, 9), ("Bytes 0-0/1", 0...0, 1), ("bytes */9", nil, 9),
    ] as [(String, ClosedRange<Int64>?, Int64)]
  )
  func `reads a range and its total`(text: String, bytes: ClosedRange<Int64>?, total: Int64) {
    let range = ContentRange(text)

    #expect(range?.bytes == bytes)
    #expect(range?.total == total)
  }

  @Test(arguments: [
    "", "bytes", "bytes 5-8", "bytes 5-8/*", "bytes 8-5/9", "bytes 5-9/9", "bytes -5/9", "bytes 5-/9", "lines 5-8/9",
    "bytes 5-8/9 9", "bytes +5-8/9", "bytes 5-8/99999999999999999999", "bytes=5-8/9",
  ])
  func `a range that is none is not read`(text: String) {
    #expect(ContentRange(text) == nil)
  }

  private static func record(length: Int64? = 9, headers: HTTPHeaders = ["ETag": #""1""#]) -> PartRecord? {
    var headers = headers
    if let length { headers["Content-Length"] = "\(length)" }
    return URL(string: "http://h.test/a")
      .flatMap { PartRecord(WireHead(statusCode: 200, headers: headers), of: $0, named: "a") }
  }

  private static func decide(
    _ status: Int,
    _ headers: HTTPHeaders,
    offset: Int64 = 5,
    of record: PartRecord? = record()
  ) -> ResumeDecision {
    let head = WireHead(statusCode: status, headers: headers)
    return ResumeDecision(head, after: offset, of: record, fresh: nil)
  }

  @Test func `a range that begins where the part ends, with the same total and tag, is the rest`() {
    let headers: HTTPHeaders = ["Content-Range": "bytes 5-8/9", "ETag": #""1""#]

    #expect(Self.decide(206, headers) == .append(total: 9))
    #expect(Self.decide(206, headers, of: Self.record(length: nil)) == .append(total: 9))
  }

  @Test(
    arguments: [
      [:], ["Content-Range": "bytes 5-8/9"], ["Content-Range": "bytes 4-8/9", "ETag": #""1""#],
      ["Content-Range": "bytes 6-8/9", "ETag": #""1""#], ["Content-Range": "bytes 5-9/10", "ETag": #""1""#],
      ["Content-Range": "bytes 5-8/*", "ETag": #""1""#], ["Content-Range": "bytes */9", "ETag": #""1""#],
      ["Content-Range": "bytes 5-8/9", "ETag": #""2""#], ["Content-Range": "bytes 5-8/9", "ETag": #"W/"1""#],
      ["Content-Range": "bytes 5-8/9", "ETag": #""1""#, "Content-Encoding": "gzip"],
      ["Content-Type": "multipart/byteranges; boundary=x", "ETag": #""1""#],
    ] as [HTTPHeaders]
  )
  func `any other range begins anew`(headers: HTTPHeaders) {
    #expect(Self.decide(206, headers) == .again)
  }

  private static let dates: [(HTTPHeaders, Bool)] = [
    ([:], true), (["Last-Modified": old], true), (["Last-Modified": minuteLater], false),
  ]

  @Test(arguments: dates)
  func `a date may be left out of the rest, and not be another`(headers: HTTPHeaders, isSame: Bool) {
    let record = Self.record(headers: ["Last-Modified": Self.old, "Date": Self.minuteLater])
    let headers = headers.merging(["Content-Range": "bytes 5-8/9"])

    #expect(record != nil)
    #expect((Self.decide(206, headers, of: record) == .append(total: 9)) == isSame)
  }

  @Test(
    arguments: [
      (["Content-Range": "bytes */5"], .whole), (["Content-Range": "bytes */5", "ETag": #""1""#], .whole),
      (["Content-Range": "bytes */5", "ETag": #""2""#], .again), (["Content-Range": "bytes */6"], .again),
      ([:], .again),
    ] as [(HTTPHeaders, ResumeDecision)]
  )
  func `a refused range is whole only if the server has as many bytes`(
    headers: HTTPHeaders,
    decision: ResumeDecision
  ) {
    #expect(Self.decide(416, headers, of: Self.record(length: 5)) == decision)
    #expect(Self.decide(416, headers, of: Self.record(length: 9)) == .again)
  }

  @Test func `a range that was not asked for is refused`() {
    #expect(Self.decide(206, ["Content-Range": "bytes 0-8/9", "ETag": #""1""#], offset: 0) == .refuse)
  }

  @Test func `a whole file begins anew, and can be resumed if it has a validator`() throws {
    let fresh = try #require(Self.record())

    #expect(ResumeDecision(WireHead(statusCode: 200, headers: [:]), after: 5, of: fresh, fresh: fresh) == .begin(fresh))
    #expect(Self.decide(200, [:]) == .plain)
  }

  @Test(
    arguments: [
      ["Content-Encoding": "gzip", "ETag": #""1""#], ["Accept-Ranges": "none", "ETag": #""1""#],
      ["ETag": #"W/"1""#],
    ] as [HTTPHeaders]
  )
  func `what cannot be joined to is not recorded`(headers: HTTPHeaders) {
    #expect(Self.record(headers: headers) == nil)
  }

  @Test func `an address with a secret is recorded without it, and only by a tag`() throws {
    let url = try #require(URL(string: "https://ada:pass@h.test/a?token=s3cret&page=1#top"))
    let dated: HTTPHeaders = ["Last-Modified": Self.old, "Date": Self.minuteLater]

    let record = PartRecord(WireHead(statusCode: 200, headers: ["ETag": #""1""#]), of: url, named: "a")

    #expect(record?.url == "https://h.test/a?token=***&page=1")
    #expect(PartRecord(WireHead(statusCode: 200, headers: dated), of: url, named: "a") == nil)
  }
}
