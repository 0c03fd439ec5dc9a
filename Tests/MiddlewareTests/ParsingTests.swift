import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct ParsingTests {
  private let response = Response(statusCode: 201, data: Data("[1, 2]".utf8))

  @Test func `makes a model by a closure, or as JSON`() throws {
    #expect(try Pipeline(Stage.parsing { $0.data.count }).runSynchronously(response) == 6)
    #expect(try Pipeline(Stage.parsing([Int].self)).runSynchronously(response) == [1, 2])
  }

  @Test func `reads JSON by the decoder that is given`() throws {
    struct Model: Decodable, Equatable { let firstName: String }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let response = Response(data: Data(#"{"first_name": "Ada"}"#.utf8))

    #expect(try Pipeline(Stage.parsing(Model.self, decoder: decoder)).runSynchronously(response).firstName == "Ada")
  }

  @Test func `a thrown error is a parse error with the response`() {
    let error = #expect(throws: ConnectionError.self) {
      try Pipeline(Stage.parsing([String].self)).runSynchronously(response)
    }

    #expect(error?.type == .parse)
    #expect(error?.nativeError is DecodingError)
    #expect(error?.response == response)
  }

  @Test func `an error of ours that is thrown stays, and gets the response`() {
    let error = #expect(throws: ConnectionError.self) {
      try Pipeline(Stage<Response, Int>.parsing { _ in throw ConnectionError(.validation) }).runSynchronously(response)
    }

    #expect(error?.type == .validation)
    #expect(error?.response == response)
  }

  @Test func `prints the model`() {
    #expect("\(Stage.parsing([Int].self))" == "parse(Array<Int>)")
    #expect("\(Stage.parsing { $0.data })" == "parse")
  }
}
