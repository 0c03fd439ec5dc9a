import AbstractHTTP
import Foundation
import Testing

@testable import TestSupport

struct EndpointComparingTests {
  private struct Send: TargetType {
    var path = "/a"
    var method = HTTPMethod.post
    var headers: HTTPHeaders = [:]
    let task: RequestTask

    var baseURL: URL { .of("https://h.test") }

    init(_ task: RequestTask) { self.task = task }
  }

  private static let form: MultipartFormData = [.text("Ada", name: "user")]
  private static let otherForm: MultipartFormData = [.text("Bob", name: "user")]

  @Test(arguments: [
    RequestTask.requestPlain, .requestData(Data("a".utf8)),
    .requestParameters(parameters: ["a": 1], encoding: URLEncoding.default),
    .requestJSONEncodable(["a": 1, "b": 2, "c": 3]), .uploadMultipartFormData(form),
    .uploadCompositeMultipartFormData(form, urlParameters: ["a": 1]),
    .requestParameters(parameters: ["a": Double.nan], encoding: JSONEncoding.default),
  ])
  func `endpoints that send the same are equal`(task: RequestTask) {
    #expect(Endpoint(Send(task)) == Endpoint(Send(task)))
    #expect(Endpoint(Send(task)).hashValue == Endpoint(Send(task)).hashValue)
  }

  @Test(
    arguments: [
      (RequestTask.requestPlain, .requestData(Data("a".utf8))),
      (.requestData(Data("a".utf8)), .requestData(Data("b".utf8))),
      (.requestJSONEncodable(["a": 1]), .requestJSONEncodable(["a": 2])),
      (.uploadMultipartFormData(form), .uploadMultipartFormData(otherForm)),
      (.uploadMultipartFormData(form), .requestPlain),
      (
        .uploadCompositeMultipartFormData(form, urlParameters: ["a": 1]),
        .uploadCompositeMultipartFormData(form, urlParameters: ["a": 2])
      ),
    ] as [(RequestTask, RequestTask)]
  )
  func `endpoints that send something else aren't`(one: RequestTask, other: RequestTask) {
    #expect(Endpoint(Send(one)) != Endpoint(Send(other)))
    #expect(Endpoint(Send(other)) != Endpoint(Send(one)))
  }

  @Test func `the address, the method and the headers count`() {
    let endpoint = Endpoint(Send(.requestPlain))
    var moved = endpoint
    moved.url = "https://h.test/b"
    var put = endpoint
    put.httpMethod = .put

    #expect(endpoint != moved)
    #expect(endpoint != put)
    #expect(endpoint != endpoint.adding(newHTTPHeaderFields: ["X-A": "1"]))
    #expect(endpoint == endpoint.replacing(sampleResponse: .networkResponse(500, Data())))
  }

  @Test func `dictionaries in any order are the same JSON`() {
    let numbers = (0..<50).map { ("k\($0)", $0) }
    let one = Dictionary(uniqueKeysWithValues: numbers)
    var other = Dictionary(uniqueKeysWithValues: numbers.reversed())
    other.reserveCapacity(1_000)

    #expect(Endpoint(Send(.requestJSONEncodable(one))) == Endpoint(Send(.requestJSONEncodable(other))))
  }
}
