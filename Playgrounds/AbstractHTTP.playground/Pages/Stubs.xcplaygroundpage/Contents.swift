//: # An enum without a network
//: A provider that answers by itself, for tests, previews, and endpoints that don't exist yet.
import AbstractHTTP
import AbstractHTTPTesting
import Foundation

struct User: Decodable, Sendable { let name: String }

enum API: TargetType {
  case user
  case report

  var baseURL: URL { server.baseURL }
  var path: String { "/\(self)" }
  var sampleData: Data { Data(#"{"name": "Ada"}"#.utf8) }
}

let server = try LoopbackServer()
server.on(.get, "/report", .text("the real report"))

let immediate = Provider<API>(stub: .immediate, callbackInMainThread: false)
let user: ConnectionPromise<User> = immediate.request(.user)
print("settled already:", user.settled?.value?.name ?? "no")

let answers = StubBehavior.immediate.answering(sequence: [
  .networkError(URLError(.timedOut)), .networkResponse(503, Data()), .response(Response(data: Data("at last".utf8))),
])
let flaky = Provider<API>(stub: answers)
for _ in 1...3 { print("one after the other:", await flaky.request(.report, as: String.self).outcome) }

let mixed = Provider<API>(stub: { $0 == .report ? .never : .immediate })
print("some are sent:", try await mixed.request(.report, as: String.self).value)
