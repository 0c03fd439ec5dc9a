import AbstractHTTP
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct ResponseFilterTests {
  @Test(arguments: [(199, false), (200, true), (299, true), (300, false), (404, false)])
  func `lets successful responses through`(status: Int, passes: Bool) {
    let response = Response(statusCode: status)

    #expect((try? response.filterSuccessfulStatusCodes()) == (passes ? response : nil))
    #expect((try? response.filter(statusCodes: 200..<300)) == (passes ? response : nil))
    #expect((try? response.filter(statusCodes: 200...299)) == (passes ? response : nil))
  }

  @Test(arguments: [(199, false), (200, true), (304, true), (399, true), (400, false)])
  func `lets redirects through as well`(status: Int, passes: Bool) {
    let response = Response(statusCode: status)

    #expect((try? response.filterSuccessfulStatusAndRedirectCodes()) == (passes ? response : nil))
  }

  @Test func `names the status that it doesn't let through`() {
    let rejection = #expect(throws: Rejection.self) { try Response(statusCode: 404).filter(statusCode: 200) }

    #expect(rejection?.description == "refused by filter: status 404")
  }

  @Test func `decodes an empty body as an empty object, if it may be empty`() throws {
    struct Settings: Decodable, Equatable { let theme: String? }
    struct User: Decodable { let name: String }
    let empty = Response(statusCode: 200)

    #expect(try empty.decoded(as: Settings.self, failsOnEmptyData: false) == Settings(theme: nil))
    #expect(try empty.decoded(as: Settings?.self, failsOnEmptyData: false) == nil)
    #expect(try empty.decoded(as: [Int].self, failsOnEmptyData: false) == [])
    #expect(try empty.decoded(as: [Int].self, keyPath: "a.b", failsOnEmptyData: false) == [])
    #expect(throws: EmptyBody.self) { try empty.decoded(as: User.self, failsOnEmptyData: false) }
    #expect(throws: EmptyBody.self) { try empty.decoded(as: Settings.self, failsOnEmptyData: true) }
  }

  @Test func `a body that isn't empty is decoded as usual`() throws {
    let response = Response(data: Data(#"{"a": {"b": [1, 2]}}"#.utf8))

    #expect(try response.decoded(as: [Int].self, keyPath: "a.b", failsOnEmptyData: false) == [1, 2])
  }

  @Test func `the system's response has the status, the headers and the address`() throws {
    let headers: HTTPHeaders = ["Content-Type": "text/plain", "X-A": "1", "x-a": "2"]
    let response = Response(statusCode: 418, headers: headers, url: .of("https://h.test/a"))

    let native = try #require(response.nativeResponse as? HTTPURLResponse)

    #expect(native.statusCode == 418)
    #expect(native.url?.absoluteString == "https://h.test/a")
    #expect(native.value(forHTTPHeaderField: "content-type") == "text/plain")
    #expect(native.value(forHTTPHeaderField: "X-A") == "1, 2")
    #expect(Response(statusCode: 200).nativeResponse == nil)
  }

  @Test func `the response that a connector sets stays with it, and isn't compared`() {
    var response = Response(file: .of("file:///tmp/a"))
    let plain = response
    response.nativeResponse = "frame 7"
    var changed = response
    changed.statusCode = 404
    changed.file = nil

    #expect(response == plain)
    #expect(changed.nativeResponse as? String == "frame 7")
    #expect(response.file != nil)
    #expect(plain.nativeResponse == nil)
  }
}
