import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// The ways in which a spec says whether a response is valid.
struct ValidateFormsTests {
  struct APIError: Error, Equatable { let code: Int }

  private struct Throwing: ResponseSpec {
    typealias ResponseModel = String
    func validate(response: Response) throws -> Bool {
      if response.statusCode == 409 { throw APIError(code: 9) }
      return response.statusCode != 500
    }
  }
  private struct Returning: ResponseSpec {
    typealias ResponseModel = String
    func validate(response: Response) throws {
      if response.statusCode == 409 { throw APIError(code: 9) }
    }
  }
  private struct Unlabeled: ResponseSpec {
    typealias ResponseModel = String
    func validate(_ response: Response) -> Bool { response.statusCode != 201 }
  }
  private struct UnlabeledThrowing: ResponseSpec {
    typealias ResponseModel = String
    func validate(_ response: Response) throws {
      if response.statusCode == 201 { throw APIError(code: 1) }
    }
  }
  private struct Typed: ResponseSpec {
    typealias ResponseModel = String
    func parseResponse(response: Response) throws -> String { throw ConnectionErrorType.parse }
  }

  private static func error(of spec: some ResponseSpec, _ response: Response) -> ConnectionError? {
    let connection = Connection(requestSpec: Plain(url: "https://h.test/"), responseSpec: spec)
    connection.httpConnector = StubConnector(response)
    connection.callbackInMainThread = false
    return connection.start().settled?.errorInfo?.error
  }

  @Test func `an error that validate throws is the connection's, with the response`() {
    let response = Response(statusCode: 409, data: Data("why".utf8))

    let errors = [Self.error(of: Throwing(), response), Self.error(of: Returning(), response)]

    for error in errors {
      #expect(error?.type == .invalidResponse)
      #expect(error?.nativeError as? APIError == APIError(code: 9))
      #expect(error?.response?.data == Data("why".utf8))
    }
    #expect(Self.error(of: Throwing(), Response(statusCode: 500))?.nativeError is Rejection)
    #expect(Self.error(of: Throwing(), Response(statusCode: 404)) == nil)
    #expect(Self.error(of: Returning(), Response(statusCode: 404))?.nativeError is Rejection)
  }

  @Test func `a validate without a label is called in addition to the default`() {
    let thrown = Self.error(of: UnlabeledThrowing(), Response(statusCode: 201))?.nativeError

    #expect(Self.error(of: Unlabeled(), Response(statusCode: 201))?.nativeError is Rejection)
    #expect(Self.error(of: Unlabeled(), Response(statusCode: 404))?.type == .invalidResponse)
    #expect(Self.error(of: Unlabeled(), Response()) == nil)
    #expect(thrown as? APIError == APIError(code: 1))
  }

  @Test func `a stage of a spec throws what its validate throws`() {
    let error = #expect(throws: ConnectionError.self) {
      try Pipeline(Stage.validating(by: Throwing())).runSynchronously(Response(statusCode: 409))
    }

    #expect(error?.nativeError as? APIError == APIError(code: 9))
    #expect(error?.response?.statusCode == 409)
  }

  @Test func `an error's type may be thrown`() {
    #expect(Self.error(of: Typed(), Response())?.type == .parse)
  }

  @Test func `HTTP validates by a closure that throws`() {
    let http = HTTP("https://h.test/").httpConnector(StubConnector(Response(statusCode: 409)))
      .callbackInMainThread(false)

    let thrown = http.validate { response in
      if response.statusCode == 409 { throw APIError(code: 9) }
      return true
    }
    let accepted = http.validate { $0.statusCode == 409 }

    #expect(thrown.fetchString().settled?.errorInfo?.error?.nativeError as? APIError == APIError(code: 9))
    #expect(accepted.fetchString().settled?.value?.isEmpty == true)
    #expect(http.fetchString().settled?.errorInfo?.error?.type == .invalidResponse)
  }

  @Test(
    arguments: [
      (nil, "text/html", true), ("*/*", "text/html", true), ("application/json", "text/html", false),
      ("application/json", "application/json; charset=utf-8", true), ("application/json", nil, true),
      ("text/*, application/json;q=0.5", "application/json", true), ("text/*", "application/json", false),
      ("application/vnd.github+json", "application/json", true), ("application/vnd.github+json", "text/html", false),
      ("image/svg+xml", "image/svg+xml", true),
    ] as [(String?, String?, Bool)]
  )
  func `the type must be one that the request accepts`(accept: String?, type: String?, isValid: Bool) {
    struct Get: RequestSpec {
      let url = "https://h.test/"
      let headers: HTTPHeaders
    }
    let response = Response(headers: type.map { ["Content-Type": $0] } ?? [:], data: Data("text".utf8))
    let connection = Connection(
      requestSpec: Get(headers: accept.map { ["Accept": $0] } ?? [:]),
      responseSpec: PlainText()
    )
    connection.httpConnector = StubConnector(response)
    connection.callbackInMainThread = false

    let error = connection.start().settled?.errorInfo?.error

    #expect(error?.type == (isValid ? nil : .invalidResponse))
    #expect((error?.nativeError as? Rejection)?.reason?.hasPrefix("content type ") == (isValid ? nil : true))
  }

  @Test func `a response without a body has no type to accept`() {
    var response = Response(statusCode: 204, headers: ["Content-Type": "text/html"])
    response.request = Request(url: .of("https://h.test/"), headers: ["Accept": "application/json"])

    #expect(PlainText().validate(response: response))
  }
}
