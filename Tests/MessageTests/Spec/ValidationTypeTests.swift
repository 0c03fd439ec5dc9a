import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct ValidationTypeTests {
  @Test(arguments: [
    (ValidationType.none, [100, 200, 404, 599], [] as [Int]),
    (.successCodes, [200, 204, 299], [199, 300, 404]),
    (.successAndRedirectCodes, [200, 299, 300, 399], [199, 400]),
    (.customCodes([200, 404]), [200, 404], [201, 500]),
    (.customCodes([]), [], [200]),
    (.statusCodes(200..<300), [200, 299], [199, 300]),
    (.statusCodes(200...204), [200, 204], [199, 205]),
    (.statusCodes(200...Int.max), [200, 599], [199]),
    (.statusCodes(Int.max...Int.max), [], [200]),
    (.all([]), [200, 404], []),
    (.all([.successAndRedirectCodes, .customCodes([200, 304, 404])]), [200, 304], [201, 404]),
  ])
  func `statuses are accepted and refused`(type: ValidationType, accepted: [Int], refused: [Int]) {
    for status in accepted {
      #expect(throws: Never.self) { try type.validate(Response(statusCode: status)) }
    }
    for status in refused {
      let rejection = #expect(throws: Rejection.self) { try type.validate(Response(statusCode: status)) }
      #expect(rejection?.reason == "status \(status)")
    }
  }

  @Test(
    arguments: [
      ("application/json", ["application/json"], true),
      ("application/json; charset=utf-8", ["application/json"], true),
      (" Application/JSON ;x=y", ["application/json"], true),
      ("application/json", ["APPLICATION/JSON; q=0.5"], true),
      ("application/json", ["text/plain", "application/*"], true),
      ("application/json", ["*/json"], true),
      ("application/json", ["*/*"], true),
      ("application/problem+json", ["application/json"], false),
      ("text/html", ["application/json", "text/plain"], false),
      ("text/html", ["application/*"], false),
      ("text/html", [], false),
      ("text", ["text/*"], false),
      ("", ["text/*"], false),
      (nil, ["application/json"], false),
      (nil, ["application/*", "*/*"], true),
    ] as [(String?, [String], Bool)]
  )
  func `a body is of an accepted type`(type: String?, accepted: [String], isValid: Bool) {
    var response = Response(data: Data("{}".utf8))
    response.headers["Content-Type"] = type

    let rejection = ValidationType.contentType(accepted).rejection(of: response)

    #expect((rejection == nil) == isValid)
    if !isValid {
      #expect(rejection?.reason == "content type \(type ?? "unknown"), not \(accepted.joined(separator: ", "))")
    }
  }

  @Test func `a response without a body may be of any type`() {
    let response = Response(statusCode: 204, headers: ["Content-Type": "text/html"])

    #expect(ValidationType.contentType(["application/json"]).rejection(of: response) == nil)
  }

  @Test func `a body in a file is of an accepted type, too`() {
    var response = Response(headers: ["Content-Type": "text/html"])
    response.file = URL(filePath: "/tmp/movie.mp4")

    #expect(
      ValidationType.contentType(["video/*"]).rejection(of: response)?.reason == "content type text/html, not video/*"
    )
  }

  @Test func `the first of several that refuses says why`() {
    let type = ValidationType.all([.none, .contentType(["application/json"]), .successCodes])
    let response = Response(statusCode: 502, headers: ["Content-Type": "text/html"], data: Data("<html>".utf8))

    #expect(type.rejection(of: response)?.reason == "content type text/html, not application/json")
  }
}
