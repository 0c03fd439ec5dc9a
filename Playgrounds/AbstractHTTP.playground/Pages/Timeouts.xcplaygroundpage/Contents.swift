//: # Timeouts
//: For connecting, for a pause between bytes, for one attempt, and for the whole call. The error says which it was.
import AbstractHTTP
import AbstractHTTPTesting

let server = try LoopbackServer()
let full = try UnreachableServer(.unanswering)
server.on(.get, "/silent", .fault(.silence))
server.on(.get, "/stuck", .chunked(["half of", .silence]))

func show(_ name: String, _ call: HTTP) async {
  guard let error = await call.fetchString().outcome.errorInfo?.error else { return }
  print("\(name): \(error)")
}

await show("connecting", HTTP(full.baseURL).option(ConnectTimeout(.milliseconds(100))))
await show("a pause", HTTP(server.url("/stuck")).timeoutInterval(0.1))
await show("an attempt", HTTP(server.url("/silent")).use(.timeout(attempt: .milliseconds(100))))
await show("the call", HTTP(server.url("/silent")).use(.retry(), .timeout(total: .milliseconds(100))))
