import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct InvalidParameterTests {
  @Test(arguments: [
    (
      InvalidParameter.Reason.unsupported(type: "Socket"),
      #"the parameter "a[1]" cannot be encoded: it contains a Socket"#
    ),
    (.notFinite, #"the parameter "a[1]" cannot be written in JSON: it is not a finite number"#),
    (.tooDeep, #"the parameter "a[1]" cannot be encoded: it is nested too deeply"#),
    (.inconsistent, #"the parameter "a[1]" cannot be encoded: its encode(to:) contradicts itself"#),
  ])
  func `says which parameter it is, and what is wrong`(reason: InvalidParameter.Reason, text: String) {
    #expect(InvalidParameter(keyPath: "a[1]", reason: reason).description == text)
  }

  @Test func `says it of the whole`() {
    let error = InvalidParameter(keyPath: "", reason: .notKeyed)

    #expect(error.description == "the parameters cannot be written as a form: there are no keys")
  }

  @Test func `fails the request as an invalid one, and keeps the whole error`() {
    struct Bad: RequestSpec {
      let url = "http://h.test/"
      func content() throws -> RequestBody? { try JSONEncoding.default.encode(["n": Double.nan], for: .post).body }
    }

    let error = #expect(throws: ConnectionError.self) { try Bad().request() }

    #expect(error?.type == .invalidRequest)
    #expect(error?.nativeError as? InvalidParameter == InvalidParameter(keyPath: "n", reason: .notFinite))
    #expect(error?.description.contains(#"the parameter "n" cannot be written in JSON"#) == true)
  }
}
