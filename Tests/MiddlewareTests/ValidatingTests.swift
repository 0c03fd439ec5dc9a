import AbstractHTTP
import Foundation
import Testing
@testable import TestSupport

struct ValidatingTests {
  @Test func `lets through what is valid`() throws {
    let response = Response(statusCode: 299)

    #expect(try Pipeline(Stage.accepting(200..<300)).runSynchronously(response) == response)
    #expect(try Pipeline(Stage.validating { _ in true }).runSynchronously(response) == response)
  }

  @Test(arguments: [199, 300, 404])
  func `refuses what is not, with the response and the reason`(status: Int) {
    let response = Response(statusCode: status, data: Data("why".utf8))

    let error = #expect(throws: ConnectionError.self) {
      try Pipeline(Stage.accepting(200..<300)).runSynchronously(response)
    }

    #expect(error?.type == .invalidResponse)
    #expect(error?.response == response)
    #expect("\(error?.nativeError as? Rejection, default: "")" == "refused by validate: status \(status)")
  }

  @Test func `prints what it accepts`() {
    #expect("\(Stage.accepting(200..<300))" == "accept(200..<300)")
    #expect("\(Stage.validating { _ in true })" == "validate")
  }

  @Test func `a rejection has its origin and, if known, the reason`() {
    #expect("\(Rejection(by: "Listener.onReceived"))" == "refused by Listener.onReceived")
    #expect("\(Rejection(by: "validate", because: "status 404"))" == "refused by validate: status 404")
  }
}
