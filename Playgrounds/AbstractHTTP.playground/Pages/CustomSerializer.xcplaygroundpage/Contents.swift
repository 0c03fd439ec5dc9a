//: # A format of your own
//: What a response becomes is a function from it to a model: for one call, for all specs of an API, or as a decoder for `Decodable`s.
import AbstractHTTP
import AbstractHTTPTesting
import Foundation

let server = try LoopbackServer()
server.on(.get, "/points.csv", .text("1,2\n3,4\n"))
server.on(.get, "/broken.csv", .text("1,2\n3,four\n"))
server.on(.get, "/user", .json(#"{"status": "ok", "result": {"name": "Ada"}}"#))
server.on(.get, "/gone", .json(#"{"status": "failed", "reason": "no such user"}"#))
server.on(.get, "/settings", .data(Data("theme=dark\nsize=12".utf8)))

struct Point { let x, y: Int }

struct NoPoint: Error { let line: String }

func points(_ response: Response) throws -> [Point] {
  try response.text().split(separator: "\n").map { line in
    let numbers = line.split(separator: ",").compactMap { Int($0) }
    guard numbers.count == 2 else { throw NoPoint(line: String(line)) }
    return Point(x: numbers[0], y: numbers[1])
  }
}

//: For one call, a closure:
print(try await HTTP(server.url("/points.csv")).fetchModel { try points($0) }.value)

//: What it throws is the cause of a `.parse` error, with the response beside it.
let broken = await HTTP(server.url("/broken.csv")).fetchModel { try points($0) }.outcome
if let error = broken.errorInfo?.error { print(error.type, error.nativeError ?? "", error.response?.statusCode ?? 0) }

//: For all specs of an API, a protocol with `parseResponse`. This one takes the envelope off, and reads its errors.
struct Envelope<Result: Decodable>: Decodable {
  let status: String
  let result: Result?
  let reason: String?
}

struct Refused: Error { let reason: String }

protocol EnvelopeSpec: ConnectionSpec where ResponseModel: Decodable & Sendable {}

extension EnvelopeSpec {
  func parseResponse(response: Response) throws -> ResponseModel {
    let envelope = try JSONDecoder().decode(Envelope<ResponseModel>.self, from: response.data)
    guard let result = envelope.result else { throw Refused(reason: envelope.reason ?? envelope.status) }
    return result
  }
}

struct User: Decodable { let name: String }

struct GetUser: EnvelopeSpec {
  typealias ResponseModel = User
  let url: String
}

print(try await Connection(GetUser(url: server.url("/user"))).start().value.name)
let gone = await Connection(GetUser(url: server.url("/gone"))).start().outcome
if let reason = gone.errorInfo?.error?.nativeError as? Refused { print("refused:", reason.reason) }

//: As a decoder, in place of JSON for the models of a client:
struct LineDecoder: ResponseDecoder {
  func decode<Model: Decodable>(_ type: Model.Type, from data: Data) throws -> Model {
    let pairs = String(decoding: data, as: UTF8.self).split(separator: "\n").map { line in
      line.split(separator: "=", maxSplits: 1).map(String.init)
    }
    let object = Dictionary(pairs.map { ($0[0], $0.last ?? "") }) { _, last in last }
    return try JSONDecoder().decode(type, from: JSONSerialization.data(withJSONObject: object))
  }
}

struct Settings: Decodable { let theme, size: String }

let settings = try await HTTP(server.url("/settings")).fetch(Settings.self, decoder: LineDecoder()).value
print(settings.theme, settings.size)
