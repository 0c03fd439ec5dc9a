import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct RedactionTests {
  @Test(arguments: [
    ("https://h.test/p", "https://h.test/p"),
    ("https://h.test/p?q=1", "https://h.test/p?q=1"),
    ("https://h.test/?token=s3cret", "https://h.test/?token=***"),
    ("https://h.test/?a=1&access_token=s3cret&b=2", "https://h.test/?a=1&access_token=***&b=2"),
    ("https://h.test/?API-Key=s3cret#top", "https://h.test/?API-Key=***#top"),
    ("https://h.test/?to%6Ben=s3cret", "https://h.test/?to%6Ben=***"),
    ("https://h.test/?token=a=s3cret", "https://h.test/?token=***"),
    ("https://h.test/?token=a?s3cret", "https://h.test/?token=***"),
    ("https://h.test/?token", "https://h.test/?token"),
    ("https://h.test/#access_token=s3cret&state=1", "https://h.test/#access_token=***&state=1"),
    ("https://h.test/?a=1#id_token=s3cret", "https://h.test/?a=1#id_token=***"),
    ("https://ada:s3cret@h.test/p", "https://h.test/p"),
    ("https://s3cret@h.test?key=s3cret", "https://h.test?key=***"),
    ("https://h.test/@ada?mail=a@b.test", "https://h.test/@ada?mail=a@b.test"),
    ("https://h.test/?monkey=1&author=ada&zipcode=1", "https://h.test/?monkey=1&author=ada&zipcode=1"),
  ])
  func `a URL is printed without its secrets`(url: String, text: String) throws {
    #expect(Redaction.text(of: try #require(URL(string: url))) == text)
  }

  @Test(arguments: [
    "ada:s3cret@h.test/", "//ada:s3cret@h.test/", "http:/ada:s3cret@h.test/", "ftp://ada:s3cret@h.test/",
    "http://ada:s3cret/@h.test/", "http://ada:s3cret#@h.test/", "http://ada:s3cret?@h.test/", "http://ada:%s3cret@h/%",
    "http://ada:s3\\cret@h.test\\", "h.test/?token=s3cret", "http://h.test/%?token=s3cret",
    "http://h.test/%#token=s3cret",
  ])
  func `a text that is refused as a URL is quoted without its secrets`(url: String) {
    let error = #expect(throws: InvalidURL.self) { try URL(http: url) }

    #expect(error?.description.contains("s3") == false)
    #expect(error?.url.contains("s3") == false)
  }

  @Test func `an address in a header is shown without its secrets`() {
    let location = HTTPHeaders.Field(
      name: "location",
      value: "https://ada:s3cret@h.test/cb?code=s3cret&a=1#access_token=s3cret"
    )

    #expect(Redaction.value(of: location) == "https://h.test/cb?code=***&a=1#access_token=***")
  }

  @Test func `an error of Foundation's is printed without its URL`() {
    let userInfo: [String: Any] = [
      NSURLErrorFailingURLErrorKey: "https://h.test/?token=s3cret", NSLocalizedDescriptionKey: "It took too long.",
    ]

    let timeout = Redaction.text(of: URLError(.timedOut, userInfo: userInfo))
    let other = Redaction.text(of: NSError(domain: "Some", code: 7, userInfo: userInfo))

    #expect(timeout.hasPrefix("URLError."))
    #expect(timeout.hasSuffix("(It took too long.)"))
    #expect(other == "Some 7 (It took too long.)")
  }
}
