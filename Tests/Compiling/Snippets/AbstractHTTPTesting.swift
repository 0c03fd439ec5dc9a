// What the snippets of the doc comments of AbstractHTTPTesting use without declaring it.

import AbstractHTTP
import AbstractHTTPTesting
import Foundation

struct GetText: ConnectionSpec {
  typealias ResponseModel = String
  let url = "https://example.com/"
}

let connection = Connection(GetText())
var server: LoopbackServer { fatalError("Nothing runs.") }
func stock(of article: String) async -> String { "3" }
let stub = StubConnector()
func makeClient(over connector: any HTTPConnector) -> Client { Client() }
func exercise(_ client: Client) async throws {}
let gate = Gate()
let clock = TestClock()
let failing = StubConnector.failing(URLError(.timedOut))
let request = Request(url: URL(fileURLWithPath: "/"))
let file = URL(fileURLWithPath: "/calls.har")
