import AbstractHTTP
import Foundation
import Testing
@testable import TestSupport

struct ResponseSpecTests {
  private struct User: Decodable, Equatable {
    let id: Int
  }

  private struct AsUser: ResponseSpec { typealias ResponseModel = User }
  private struct AsNumbers: ResponseSpec { typealias ResponseModel = [Int] }
  private struct AsString: ResponseSpec { typealias ResponseModel = String }
  private struct AsData: ResponseSpec { typealias ResponseModel = Data }
  private struct AsResponse: ResponseSpec { typealias ResponseModel = Response }
  private struct AsVoid: ResponseSpec { typealias ResponseModel = Void }
  private struct AsFile: ResponseSpec { typealias ResponseModel = URL }

  @Test(arguments: [
    (100, false), (199, false), (200, true), (204, true), (299, true), (300, false), (404, false), (500, false),
  ])
  func `a response is valid if its status is 200 to 299`(status: Int, isValid: Bool) {
    #expect(AsVoid().validate(response: Response(statusCode: status)) == isValid)
  }

  @Test func `a Decodable model is read as JSON`() throws {
    #expect(try AsUser().parseResponse(response: Response(data: Data(#"{"id": 1}"#.utf8))) == User(id: 1))
    #expect(try AsNumbers().parseResponse(response: Response(data: Data("[1, 2]".utf8))) == [1, 2])
  }

  @Test(arguments: ["{", "[]", #"{"id": "1"}"#, "null", "\u{0}"])
  func `JSON that does not fit is an error`(body: String) {
    #expect(throws: DecodingError.self) { try AsUser().parseResponse(response: Response(data: Data(body.utf8))) }
  }

  @Test(arguments: ["", "text", #""quoted""#, #"{"id": 1}"#, "日本"])
  func `a String is the body's text, and never a JSON string`(body: String) throws {
    #expect(try AsString().parseResponse(response: Response(data: Data(body.utf8))) == body)
  }

  @Test func `a String is read in the character set that is declared`() throws {
    let response = Response(headers: ["Content-Type": "text/plain; charset=iso-8859-1"], data: Data([0xE9]))

    #expect(try AsString().parseResponse(response: response) == "é")
    #expect(throws: UndecodableText.self) { try AsString().parseResponse(response: Response(data: Data([0xE9]))) }
  }

  @Test func `Data, a Response and Void are taken as they are`() throws {
    let response = Response(statusCode: 201, headers: ["A": "b"], data: Data([0xFF, 0]))

    #expect(try AsData().parseResponse(response: response) == Data([0xFF, 0]))
    #expect(try AsResponse().parseResponse(response: response) == response)
    try AsVoid().parseResponse(response: response)
  }

  @Test func `a URL is the file of a download, and never one in JSON`() throws {
    let (file, json) = (URL(filePath: "/movies/1.mp4"), Response(data: Data(#""http://h.test/""#.utf8)))

    #expect(try AsFile().parseResponse(response: Response(file: file)) == file)
    let error = #expect(throws: MissingFile.self) { try AsFile().parseResponse(response: json) }

    #expect(error?.response == json)
  }
}
