//: # One indicator for many calls
//: It is shown when the first call starts, and hidden when the last one ends, however it ends.
import AbstractHTTP
import AbstractHTTPTesting

let server = try LoopbackServer()
server.on(.get, "/quick", .text("quick"))
server.on(.get, "/slow", .text("slow").delayed(by: .milliseconds(50)))
server.on(.get, "/broken", .fault(.closeBeforeResponse))

//: In an app, it shows and hides a view. In a terminal, `ConnectionIndicator.terminal()` is a turning spinner.
let hidden = Gate()
let spinner = ConnectionIndicator(show: { print("[spinner on]") }, hide: { hidden.open() })
let client = Client(baseURL: server.url("")) { $0.listeners = [spinner] }

let calls = ["/quick", "/slow", "/broken"].map { client.http($0).fetchString() }
for call in calls { print(await call.outcome.value ?? "failed") }
try await hidden.wait()
print("[spinner off]")
