import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct HostTableTests {
  @Test(arguments: [
    ("https://example.com/a?b#c", "example.com:443"), ("http://example.com", "example.com:80"),
    ("HTTPS://EXAMPLE.com:8443/", "example.com:8443"), ("http://user:80@h.test?x=a:1", "h.test:80"),
    ("http://127.0.0.1/", "127.0.0.1:80"), ("http://127.0.0.1:8080/", "127.0.0.1:8080"),
    ("https://[::1]/", "[::1]:443"), ("https://[::1]:99/", "[::1]:99"), ("https://h.test#@x:1", "h.test:443"),
  ])
  func `a server is its host and port, in lower case`(url: String, host: String) throws {
    #expect(Request(url: try URL(http: url)).host == host)
  }

  @Test func `idle states are removed beyond the limit, and no others`() {
    let table = HostTable(0) { $0 == 0 }
    table.withState(of: "busy") { $0 = 1 }

    for number in 0..<5_000 { table.withState(of: "idle \(number)") { $0 = 0 } }

    #expect(table.count <= HostTable<Int>.capacity)
    #expect(table.withState(of: "busy") { $0 } == 1)
  }
}
