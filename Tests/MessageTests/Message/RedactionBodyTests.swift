import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct RedactionBodyTests {
  @Test(arguments: [
    (#"{"name":"Ada"}"#, #"{"name":"Ada"}"#),
    (#"{"password":"s3cret","page":1}"#, #"{"password":"***","page":1}"#),
    (#"{ "access_token" : "s3\"cret\\" , "n": 1 }"#, #"{ "access_token" : "***" , "n": 1 }"#),
    (#"{"a":[{"apiKey":12345},{"b":2}]}"#, #"{"a":[{"apiKey":0},{"b":2}]}"#),
    (#"{"credentials":{"user":"s3","list":[1,[2]]},"x":[]}"#, #"{"credentials":{"user":"***","list":[0,[0]]},"x":[]}"#),
    (#"{"pass\u0077ord":"s3cret"}"#, #"{"pass\u0077ord":"***"}"#),
    (#"{"password":"s3cr"#, #"{"password":"***""#),
    (#"{"password":"#, #"{"password":"#),
    (#"{"password":{"a":["s3"#, #"{"password":{"a":["***""#),
    (#"["token","token"]"#, #"["token","token"]"#),
    (#"{"text":"the \"password\": is s"}"#, #"{"text":"the \"password\": is s"}"#),
    (#"{"token":null,"secret":-1.5e3}"#, #"{"token":null,"secret":0}"#),
    (#"{"pin":1234,"PI-N":5}"#, #"{"pin":0,"PI-N":0}"#),
  ])
  func `JSON is shown unchanged except for its secrets`(body: String, text: String) {
    #expect(Redaction.text(of: body, type: "application/json", SecretNames(["Pin"])) == text)
  }

  @Test func `JSON is recognized by its content without a declared type`() {
    #expect(Redaction.text(of: " \n{\"token\":1}", type: nil) == " \n{\"token\":0}")
    #expect(Redaction.text(of: "token: 1", type: nil) == "token: 1")
  }

  @Test func `a form is shown without its secrets`() {
    let type = "application/x-www-form-urlencoded; charset=utf-8"

    #expect(Redaction.text(of: "user=ada&password=s3cret&n=1", type: type) == "user=ada&password=***&n=1")
  }

  @Test(.serialized, arguments: 0..<50)
  func `whatever the bytes, no secret is shown`(seed: Int) throws {
    var random = Generator(seed)
    let members = (0..<5).map { _ in (random.text(), random.text()) } + [("my-token", "s3cret")]
    let object = Dictionary(members.shuffled(using: &random)) { $1 }
    let data = try JSONSerialization.data(withJSONObject: ["deep": [object]])

    let text = Redaction.text(of: data, type: "application/json", limit: Int.random(in: 0...300, using: &random))

    #expect(!text.contains("s3cret"))
  }

  @Test func `a long body is cut at a whole character, and says how long it is`() {
    #expect(Redaction.text(of: Data("aé日本".utf8), type: "text/plain", limit: 4) == "aé… (9 bytes)")
  }

  @Test func `a body that isn't text is shown by its size`() {
    #expect(Redaction.text(of: Data([0xFF, 0xD8, 0, 1]), type: "image/jpeg", limit: 100) == "(4 bytes)")
    #expect(
      Redaction.text(of: Data("--b\r\n".utf8), type: "multipart/form-data; boundary=b", limit: 100) == "(5 bytes)"
    )
    #expect(Redaction.text(of: Data(), type: nil, limit: 100) == "")
  }

  @Test func `a text of a hundred thousand brackets is no trouble`() {
    let text = String(repeating: #"{"token":["#, count: 100_000)

    #expect(Redaction.text(of: text, type: "application/json") == text)
  }
}
