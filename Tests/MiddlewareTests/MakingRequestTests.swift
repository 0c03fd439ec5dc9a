import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct MakingRequestTests {
  @Test func `makes the request of a spec`() throws {
    let stage = Stage.makingRequest(from: Plain(url: "http://h.test/a b"))

    let request = try Pipeline(stage).runSynchronously(())

    #expect(request.url.absoluteString == "http://h.test/a%20b")
    #expect("\(stage)" == "makeRequest")
  }

  @Test func `fails as the spec does`() {
    let error = #expect(throws: ConnectionError.self) {
      try Pipeline(Stage.makingRequest(from: Plain(url: "a b"))).runSynchronously(())
    }

    #expect(error?.type == .invalidURL)
  }
}
