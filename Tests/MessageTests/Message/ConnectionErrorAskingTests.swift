import Foundation
import Testing

@testable import AbstractHTTP

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct ConnectionErrorAskingTests {
  private enum Fact: CaseIterable {
    case timeout, offline, unreachable, tls, cancelled, unauthorized

    func holds(for error: ConnectionError) -> Bool {
      switch self {
      case .timeout: error.isTimeout
      case .offline: error.isOffline
      case .unreachable: error.isUnreachable
      case .tls: error.isTLSFailure
      case .cancelled: error.isCancelled
      case .unauthorized: error.isUnauthorized
      }
    }
  }

  private static func network(_ code: URLError.Code) -> ConnectionError {
    ConnectionError(.network, nativeError: URLError(code))
  }

  private static let facts: [(error: ConnectionError, facts: [Fact])] = [
    (network(.timedOut), [.timeout]),
    (ConnectionError(.network, nativeError: TimedOut(.total, .seconds(1), CallProgress(within: nil))), [.timeout]),
    (network(.notConnectedToInternet), [.offline]), (network(.dataNotAllowed), [.offline]),
    (network(.cannotFindHost), [.unreachable]), (network(.cannotConnectToHost), [.unreachable]),
    (network(.serverCertificateUntrusted), [.tls]), (network(.secureConnectionFailed), [.tls]),
    (network(.networkConnectionLost), []),
    (ConnectionError(.cancelled, nativeError: URLError(.cancelled)), [.cancelled]),
    (ConnectionError(.invalidResponse, response: Response(statusCode: 401)), [.unauthorized]),
    (ConnectionError(.network, nativeError: RefreshFailed(reason: CancellationError())), [.unauthorized]),
    (ConnectionError(.invalidResponse, response: Response(statusCode: 403)), []),
    (ConnectionError(.parse), []),
  ]

  @Test(arguments: facts)
  private func `answers what one asks first`(error: ConnectionError, facts: [Fact]) {
    #expect(Fact.allCases.filter { $0.holds(for: error) } == facts)
  }

  @Test func `knows the status and the URL, that of the response first`() throws {
    let (asked, given) = (try URL(http: "https://h.test/a"), try URL(http: "https://h.test/b"))
    let sent = ConnectionError(.network, request: Request(url: asked))
    let answered = ConnectionError(
      .invalidResponse,
      request: Request(url: asked),
      response: Response(statusCode: 404, url: given)
    )

    #expect(sent.url == asked)
    #expect(sent.statusCode == nil)
    #expect(answered.url == given)
    #expect(answered.statusCode == 404)
    #expect(ConnectionError(.invalidURL).url == nil)
  }

  @Test func `finds an error among its causes`() {
    struct Mine: Error {}
    let build = ModelBuildError(model: "M", path: ["a"], cause: Mine())
    let error = ConnectionError(
      .network,
      nativeError: RefreshFailed(reason: ConnectionError(.parse, nativeError: build))
    )

    #expect(error.cause(as: Mine.self) != nil)
    #expect(error.cause(as: ModelBuildError.self)?.path == ["a"])
    #expect(error.cause(as: URLError.self) == nil)
  }

  @Test func `has a number for each type, and its cause for Objective-C`() {
    let error = ConnectionError(.network, nativeError: URLError(.timedOut)) as NSError

    #expect(error.code == 3)
    #expect(error.domain == "AbstractHTTP.ConnectionError")
    #expect((error.userInfo[NSUnderlyingErrorKey] as? URLError)?.code == .timedOut)
  }

  @Test(arguments: [
    (URLError.Code.timedOut, "The server took too long to answer. Try again later."),
    (.notConnectedToInternet, "There is no internet connection. Check the network and try again."),
    (.serverCertificateHasBadDate, "A secure connection to the server could not be made."),
    (.networkConnectionLost, "The connection failed. Check the network and try again."),
  ])
  func `tells a person why the network failed`(code: URLError.Code, sentence: String) {
    #expect(ErrorMessages().text(of: Self.network(code), in: ["en"]) == sentence)
  }

  @Test(arguments: [URLError.Code.fileDoesNotExist, .fileIsDirectory, .cannotOpenFile, .cannotCreateFile])
  func `a file that can't be opened is no failure of the network`(code: URLError.Code) {
    let error = ConnectionError(sending: URLError(code))

    #expect(error.type == .invalidRequest)
    #expect(ErrorMessages().text(of: error, in: ["en"]) == "A file could not be opened.")
    #expect(ConnectionError(sending: URLError(.cannotWriteToFile)).type == .network)
    #expect(ConnectionError(sending: URLError(.cancelled)).type == .cancelled)
  }

  private struct User: Decodable { var age: Int }

  @Test(arguments: [nil, JSONDecoder()])
  func `says where a body isn't the model, whichever decoder found out`(decoder: JSONDecoder?) throws {
    let response = Response(data: Data("{\"age\": []}".utf8))

    let thrown = #expect(throws: (any Error).self) {
      if let decoder { return try decoder.decode(User.self, from: response.data) }
      return try response.decoded(as: User.self)
    }
    let error = ConnectionError(.parse, nativeError: thrown, response: response)

    #expect(error.decodingFailure?.path == ["age"])
    #expect(
      error.description
        == "parse → 200 (11 bytes): User.age must be Int, and is an array at $.age (line 1, column 9)"
    )
    #expect(ConnectionError(.parse, nativeError: URLError(.badURL)).decodingFailure == nil)
  }
}
