//: # Stubs
//: A provider that answers by itself, for tests, previews, and endpoints that do not exist yet.
import AbstractHTTP
import AbstractHTTPTesting
import Foundation

struct User: Decodable, Sendable { let name: String }

enum API: TargetType {
  case user
  case report

  var baseURL: URL { server.baseURL }
  var path: String { "/\(self)" }

  //: What a stub answers with, unless it is told otherwise.
  var sampleData: Data {
    switch self {
    case .user: Data(#"{"name": "Ada"}"#.utf8)
    case .report: Data("a sample".utf8)
    }
  }
}

let server = try LoopbackServer()
server.on(.get, "/report", .text("the real report"))

//: Immediate, and delivered where the work is: settled before `request` returns. A test needs to wait for nothing.
let immediate = Provider<API>(stub: .immediate, callbackInMainThread: false)
let user: ConnectionPromise<User> = immediate.request(.user)
print("settled already:", user.settled?.value?.name ?? "no")

//: Delayed, on a clock that may be a test's.
let clock = TestClock.immediate()
let delayed = Provider<API>(stub: .delayed(.seconds(3), clock: clock))
print("after \(try await delayed.request(.user, as: User.self).success { _ in clock.waits }.value):", "Ada")

//: Another status, another response, an error, or one after the other.
let flaky = Provider<API>(
  stub: .immediate.answering(sequence: [
    .networkError(URLError(.timedOut)),
    .networkResponse(503, Data()),
    .response(Response(headers: ["Content-Language": "en"], data: Data("at last".utf8))),
  ]),
  callbackInMainThread: false
)
var answers: [String] = []
for _ in 1...3 {
  let promise: ConnectionPromise<String> = flaky.request(.report)
  answers.append(promise.settled?.value ?? "\(promise.settled?.errorInfo?.error?.type, default: "")")
}
print("one after the other:", answers)

//: Some targets stubbed, others sent: the endpoint that is there already is asked for real.
let mixed = Provider<API>(stub: { $0 == .report ? .never : .immediate })
let report: String = try await mixed.request(.report).value
let stubbed: User = try await mixed.request(.user).value
print("mixed:", report, "/", stubbed.name)

precondition(user.settled?.value?.name == "Ada" && clock.waits == [.seconds(3)])
precondition(answers == ["network", "invalidResponse", "at last"])
precondition(report == "the real report" && stubbed.name == "Ada" && server.requests.map(\.path) == ["/report"])
