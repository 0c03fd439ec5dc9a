@testable import AbstractHTTP
import Foundation
import Testing
@testable import TestSupport

struct HTTPAddressTests {
  @Test func `has the parts of a URL`() throws {
    let address = try HTTPAddress("HTTPS://ada:pw@Example.COM:8443/a/b?c=d#e")

    #expect(address.text == "HTTPS://Example.COM:8443/a/b?c=d")
    #expect(address.isSecure)
    #expect(address.host == "example.com")
    #expect(address.port == 8443)
    #expect(address.target == "/a/b?c=d")
    #expect(address.path == "/a/b")
    #expect(address.userInfo == "ada:pw")
    #expect(address.fragment == "e")
  }

  @Test(arguments: [
    ("http://a", 80), ("https://a", 443), ("http://a:", 80), ("http://[::1]:8080/", 8080), ("http://a:0", 0),
  ])
  func `has a port`(url: String, port: Int) throws {
    #expect(try HTTPAddress(url).port == port)
  }

  @Test(arguments: ["http://a", "http://a?q", "http://a#f", "http://a/?q"])
  func `has a path, of a slash at least`(url: String) throws {
    #expect(try HTTPAddress(url).path == "/")
  }

  @Test(arguments: [
    "http://", "http:///", "http://?", "http://a b/", "http://\u{E9}/", "http://a:b/", "http://a:65536/",
    "http://a:-1/",
    "http://[::1/", "http://[a b]/", "http://a\n/", "http://a%20b/", "http://a\\b/", "http://a@/", "http://::1/",
  ])
  func `is refused where it is malformed`(url: String) {
    let error = #expect(throws: URLError.self) { try HTTPAddress(url) }

    #expect(error?.code == .badURL)
  }

  @Test(arguments: IPAddressTests.refused)
  func `is refused where the host is a number that libraries read in different ways`(host: String) {
    let error = #expect(throws: URLError.self) { try HTTPAddress("http://\(host)/") }

    #expect(error?.code == .badURL)
  }

  @Test(arguments: ["", "http", "http:/a", "ftp://a/", "/a", "a"])
  func `is refused where it is not HTTP`(url: String) {
    let error = #expect(throws: URLError.self) { try HTTPAddress(url) }

    #expect(error?.code == .unsupportedURL)
  }

  @Test(arguments: [("http://1.2.3.4/", true), ("http://[::1]/", true), ("http://a.b/", false), ("http://1a/", false)])
  func `knows an address from a name`(url: String, isAddress: Bool) throws {
    #expect(try HTTPAddress(url).isIPAddress == isAddress)
  }
}
