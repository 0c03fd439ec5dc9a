import Foundation
import Testing

@testable import AbstractHTTP

/// The words of decoding errors.
struct DecodingFailureTests {
  struct User: Decodable {
    var age: Int
    var image: URL?
    var friends: [Friend]?
    var tags: [String: Int]?
    var role: Role?
  }

  struct Friend: Decodable { var image: URL, joined: Date? }

  enum Role: String, Decodable { case admin }

  private func failure<Model: Decodable>(
    _ text: String,
    as type: Model.Type = User.self,
    _ options: DecodingOptions = DecodingOptions()
  ) -> DecodingFailure? {
    let error = #expect(throws: DecodingError.self) { try options.decode(type, from: Data(text.utf8)) }
    return error?.context?.underlyingError as? DecodingFailure
  }

  private static let values: [(text: String, words: String)] = [
    (#"{"age": 1.5}"#, "User.age must be Int, and is 1.5 at $.age (line 1, column 9)"),
    (#"{"age": "7"}"#, #"User.age must be Int, and is "7" at $.age (line 1, column 9)"#),
    ("{\n  \"age\": []\n}", "User.age must be Int, and is an array at $.age (line 2, column 10)"),
    (#"{"age": null}"#, "User.age is required, and null at $.age (line 1, column 9)"),
    (#" {"a": 1}"#, "User.age is required, and missing at $.age (line 1, column 2)"),
    ("[]", "User must be an object, and is an array at $ (line 1, column 1)"),
    (
      #"{"age":1,"friends":[{"image":"a:b"},{"x":1}]}"#,
      "Friend.image is required, and missing at $.friends[1].image (line 1, column 37)"
    ),
    (
      #"{"age":1,"friends":[{"image":{}}]}"#,
      "Friend.image must be String, and is an object at $.friends[0].image (line 1, column 30)"
    ),
    (#"{"age":1,"friends":[7]}"#, "User.friends[0] must be an object, and is 7 at $.friends[0] (line 1, column 21)"),
    (
      #"{"age":1,"tags":{"a b":true}}"#,
      #"User.tags["a b"] must be Int, and is true at $.tags["a b"] (line 1, column 24)"#
    ),
    (
      #"{"age":1,"role":"owner"}"#,
      #"User.role can't be "owner" at $.role (line 1, column 17): Cannot initialize Role from invalid String value owner"#
    ),
  ]

  @Test(arguments: values)
  func `names the model, the way, the place, and what was there`(text: String, words: String) {
    #expect(failure(text)?.description == words)
  }

  private static let texts: [(text: String, words: String)] = [
    ("", "the text is empty"),
    (" \n", "the text is empty"),
    ("<!DOCTYPE html>\n<HTML><title>502\n Bad Gateway</title>", #"the text is HTML, titled "502 Bad Gateway""#),
    ("\u{FEFF}<html><p>", "the text is HTML"),
    ("<?xml version='1.0'?><Error/>", "the text is XML"),
    ("Internal Error", "the text isn't JSON: no value begins like this at $ (line 1, column 1): Internal Error"),
    (#"{"age": undefined}"#, "the text isn't JSON: no value begins like this at $.age (line 1, column 9): undefined}"),
    (
      "{\"friends\": [{},\n {\"image\": 'x'}]}",
      "the text isn't JSON: no value begins like this at $.friends[1].image (line 2, column 12): 'x'}]}"
    ),
    (
      #"{"age": 1, "friends": [{}, {"ima"#,
      #"the text is cut off after 32 bytes, at $.friends[1] (line 1, column 33): it ends in "ima"#
    ),
    (
      #"{"age": 1, "friends": [{"image": "http"#,
      #"the text is cut off after 38 bytes, at $.friends[0].image (line 1, column 39): it ends in "http"#
    ),
    (#"{"age": tru"#, "the text is cut off after 11 bytes, at $.age (line 1, column 12): it ends in tru"),
    (#"{"age": 1, "#, "the text is cut off after 11 bytes, at $ (line 1, column 12)"),
  ]

  @Test(arguments: texts)
  func `names a text that isn't JSON, and where it goes wrong`(text: String, words: String) {
    #expect(failure(text)?.description == "User can't be decoded: \(words)")
  }

  @Test(arguments: [
    #"{"access_token": {"value": 12345}}"#, #"{"access_token": {"value": "12345"}}"#, #"{"password": '12345'}"#,
    #"{"x": 'y', "password": "12345"}"#, #"{"x": 1 "b": 2, "password": "12345"}"#, #"{"password": "12345"#,
    #"{"password": "12345", "a"#, "access_token=12345",
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.12345",
  ])
  func `reveals no secret`(text: String) {
    struct Tokens: Decodable { var access_token: [String: Bool] }
    let failure = failure(text, as: Tokens.self)

    #expect(failure != nil)
    for words in ["\(failure as Any)", String(reflecting: failure), failure?.snippet ?? ""] {
      #expect(!words.contains("12345"))
    }
    var dumped = ""
    dump(failure, to: &dumped)
    #expect(!dumped.contains("12345"))
  }

  @Test func `says the names of the text where a strategy converts them`() {
    struct Page: Decodable { var firstUser: User }
    var options = DecodingOptions()
    options.keyDecodingStrategy = .convertFromSnakeCase

    let failure = failure(#"{"first_user": {"age": 1.5}}"#, as: Page.self, options)

    #expect(failure?.path == ["first_user", "age"])
    #expect(failure?.model == "User")
    #expect(failure?.property == "age")
  }

  @Test func `a JSONDecoder of the user's gets the same words`() {
    let failure = failure(
      #"{"first_user": {"age": 1.5}}"#,
      as: [String: User].self,
      .custom {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
      }
    )

    #expect(failure?.description == "User.age must be Int, and is 1.5 at $.first_user.age (line 1, column 24)")
    #expect(failure?.underlying is DecodingError)
  }

  @Test func `the error says the same as its underlying error`() throws {
    let error = #expect(throws: DecodingError.self) { try DecodingOptions().decode(User.self, from: Data("{}".utf8)) }

    #expect(error?.context?.debugDescription == "User.age is required, and missing at $.age (line 1, column 1)")
  }

  @Test func `a value without a text has no line`() {
    let error = #expect(throws: DecodingError.self) { try (["age": [1]] as JSON).decode(User.self) }

    #expect(error?.context?.debugDescription == "User.age must be Int, and is an array at $.age")
  }

  @Test func `a text in UTF-16 has the places of UTF-8`() {
    let text = Data(Array("{\"é\": 1,\n \"age\": null}".utf16).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })

    let error = #expect(throws: DecodingError.self) { try DecodingOptions().decode(User.self, from: text) }
    let failure = error?.context?.underlyingError as? DecodingFailure

    #expect(failure?.location == DecodingFailure.Location(offset: 18, line: 2, column: 9))
  }
}
