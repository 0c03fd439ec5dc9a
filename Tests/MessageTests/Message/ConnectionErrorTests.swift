import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct ConnectionErrorTests {
  private struct Cause: Error, CustomStringConvertible {
    let description: String
  }

  private func request(_ url: String = "https://h.test/p") throws -> Request {
    Request(url: try URL(http: url), httpMethod: .post, headers: ["Authorization": "Bearer s3cret"])
  }

  @Test func `says where, for which request, with which response and why`() throws {
    let request = try request()
    let response = Response(statusCode: 404, headers: ["Content-Type": "text/plain"], data: Data("gone".utf8))

    let error = ConnectionError(
      .invalidResponse,
      nativeError: Cause(description: "no such user"),
      request: request,
      response: response
    )

    #expect(error.description == "invalidResponse: POST https://h.test/p → 404 text/plain (4 bytes): no such user")
    #expect(error.reason == "no such user" && ConnectionError(.cancelled).reason == nil)
  }

  @Test(arguments: ConnectionErrorType.all)
  func `says its type alone where nothing else is known`(type: ConnectionErrorType) {
    #expect(ConnectionError(type).description == "\(type)")
  }

  @Test func `never reveals a secret`() throws {
    let request = try request("https://ada:s3cret@h.test/p?access_token=s3cret&q=1#id_token=s3cret")
    let response = Response(headers: ["Set-Cookie": "s3cret"], data: Data("s3cret".utf8), request: request)
    let native = URLError(.timedOut, userInfo: [NSURLErrorFailingURLErrorKey: "https://s3cret/"])

    let error = ConnectionError(.network, nativeError: native, request: request, response: response)

    #expect(!"\(error)".contains("s3cret"))
    #expect(!String(reflecting: error).contains("s3cret"))
    #expect(!error.userMessage.contains("s3cret"))
  }

  @Test(arguments: [
    (ConnectionErrorType.invalidURL, "The request could not be made."),
    (.invalidRequest, "The request could not be made."),
    (.network, "The connection failed. Check the network and try again."),
    (.invalidResponse, "The server rejected the request."),
    (.parse, "The server's answer could not be understood."),
    (.validation, "The server's answer could not be understood."),
    (.cancelled, "The request was cancelled."),
  ])
  func `has a sentence for a person, whatever its type`(type: ConnectionErrorType, sentence: String) {
    #expect(ConnectionError(type).userMessage == sentence)
  }

  @Test func `tells a person the status that was refused`() {
    let error = ConnectionError(.invalidResponse, response: Response(statusCode: 503))

    #expect(error.userMessage == "The server rejected the request (503).")
  }

  @Test func `takes the request from the response where none is given`() throws {
    let request = try request()
    let error = ConnectionError(.parse, response: Response(request: request))

    #expect(error.request == request)
  }

  @Test func `a thrown error is wrapped in the type of its step`() {
    let error = ConnectionError(.parse, thrown: Cause(description: "odd"))

    #expect(error.type == .parse)
    #expect((error.nativeError as? Cause)?.description == "odd")
  }

  @Test func `an error of ours stays what it was`() {
    let error = ConnectionError(.parse, thrown: ConnectionError(.network, nativeError: URLError(.timedOut)))

    #expect(error.type == .network)
    #expect((error.nativeError as? URLError)?.code == .timedOut)
  }

  @Test(arguments: [CancellationError(), URLError(.cancelled)] as [any Error])
  func `a cancellation is a cancel wherever it was thrown`(cancellation: any Error) {
    #expect(ConnectionError(.parse, thrown: cancellation).type == .cancelled)
  }

  @Test func `evidence is added where there is none, and never replaced`() throws {
    let one = try request("https://h.test/1")
    let two = try request("https://h.test/2")

    let bare = ConnectionError(.network).carrying(two, Response(statusCode: 500))
    let full = ConnectionError(.network, request: one, response: Response(statusCode: 201)).carrying(two, Response())
    let half = ConnectionError(.network, request: one).carrying(two, Response(statusCode: 502))

    #expect(bare.request == two)
    #expect(half.request == one)
    #expect(half.response?.statusCode == 502)
    #expect(bare.response?.statusCode == 500)
    #expect(full.request == one)
    #expect(full.response?.statusCode == 201)
  }
}
