import AbstractHTTP
import Foundation
import Testing

@testable import TestSupport

struct RedirectPolicyNextTests {
  private struct Unwanted: Error {}

  private let url = URL.of("https://a.test/x")
  private let away = Response(statusCode: 302, headers: ["Location": "https://b.test/y"])

  private func post(_ body: RequestBody? = RequestBody(Data("body".utf8))) -> Request {
    Request(url: url, httpMethod: .post, headers: ["Authorization": "secret", "X-Page": "2"], body: body)
  }

  @Test(arguments: [200, 204, 300, 304, 404])
  func `a response that is no redirect has no next request`(status: Int) async throws {
    let response = Response(statusCode: status, headers: ["Location": "/y"])

    #expect(try await RedirectPolicy.follow.next(after: response, to: post(), redirects: 0) == nil)
  }

  @Test func `a POST becomes a GET without a body, and without credentials elsewhere`() async throws {
    let next = try #require(try await RedirectPolicy.follow.next(after: away, to: post(), redirects: 0))

    #expect(next.url.absoluteString == "https://b.test/y")
    #expect(next.httpMethod == .get && next.body == nil)
    #expect(next.headers.isEmpty)
  }

  @Test func `307 keeps the method, the body, and at the same origin the headers`() async throws {
    let response = Response(statusCode: 307, headers: ["Location": "/y"])

    let next = try #require(try await RedirectPolicy.follow.next(after: response, to: post(), redirects: 0))

    #expect(next.url.absoluteString == "https://a.test/y")
    #expect(next.httpMethod == .post && next.body == post().body)
    #expect(next.headers["Authorization"] == "secret")
  }

  @Test func `headers that are listed cross origins, and credentials of the URL don't`() async throws {
    var request = post()
    (request.url, request.headers["Authorization"]) = (URL.of("https://ada:pw@a.test/x"), nil)

    let next = try await RedirectPolicy.follow.next(
      after: away,
      to: request,
      redirects: 0,
      crossOriginHeaders: ["x-page"]
    )

    #expect(next?.headers == ["X-Page": "2"])
  }

  @Test func `a body that can be sent only once isn't sent again`() async throws {
    let body = RequestBody(BodyStream(once: InputStream(data: Data("body".utf8)), length: nil))
    let response = Response(statusCode: 307, headers: ["Location": "/y"])

    let error = await #expect(throws: URLError.self) {
      try await RedirectPolicy.follow.next(after: response, to: post(body), redirects: 0)
    }

    #expect(error?.code == .requestBodyStreamExhausted)
  }

  @Test func `never, another origin, and a decision to stop have no next request`() async throws {
    for policy in [RedirectPolicy.never, .sameOrigin, .deciding { _, _ in .stop }] {
      #expect(try await policy.next(after: away, to: post(), redirects: 0) == nil)
    }
  }

  @Test func `the limit counts the redirects before`() async throws {
    let allowed = try await RedirectPolicy.limit(3).next(after: away, to: post(), redirects: 2)

    let error = await #expect(throws: URLError.self) {
      try await RedirectPolicy.limit(3).next(after: away, to: post(), redirects: 3)
    }

    #expect(allowed != nil)
    #expect(error?.code == .httpTooManyRedirects)
  }

  @Test func `a decision replaces the request and its options, or fails it`() async throws {
    var other = Request(url: .of("https://c.test/"))
    other.options[ResponseSizeLimit.self] = ResponseSizeLimit(bytes: 9)
    var streamed = post()
    streamed.delivery = .stream
    streamed.options[ResponseSizeLimit.self] = ResponseSizeLimit(bytes: 7)
    streamed.options[ConnectTimeout.self] = ConnectTimeout(.seconds(1))

    let next = try await RedirectPolicy.deciding { [other] _, _ in .send(other) }
      .next(after: away, to: streamed, redirects: 0)

    #expect(next?.url == other.url && next?.delivery == .stream)
    #expect(next?.options[ResponseSizeLimit.self] == ResponseSizeLimit(bytes: 9))
    #expect(next?.options[ConnectTimeout.self] == ConnectTimeout(.seconds(1)))
    await #expect(throws: Unwanted.self) {
      try await RedirectPolicy.deciding { _, _ in .fail(Unwanted()) }.next(after: away, to: post(), redirects: 0)
    }
  }
}
