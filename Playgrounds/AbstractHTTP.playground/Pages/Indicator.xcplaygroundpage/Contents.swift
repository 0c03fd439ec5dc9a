//: # One indicator for many connections
//: It shows while any is in flight, with their number, and counts right however they end.
import AbstractHTTP
import AbstractHTTPTesting

let server = try LoopbackServer()
let gates = [Gate(), Gate(), Gate()]
for (number, gate) in gates.enumerated() {
  server.on(.get, "/\(number)", .text("answer \(number)").held(at: gate))
}

let indicator = ConnectionIndicator { count in print("in flight:", count) }
let hidden = Gate()
let spinner = ConnectionIndicator(show: { print("shown") }, hide: { hidden.open() })
//: In an app: `ConnectionIndicator(view: loadingView)`. In a terminal: `ConnectionIndicator.terminal()`, a turning spinner.

let promises = (0..<3).map { number in
  HTTP(server.url("/\(number)")).addListener(indicator).addListener(spinner).fetchString()
}
try await server.waitForRequests(3)
for (gate, promise) in zip(gates, promises) {
  gate.open()
  print(try await promise.value)
}
try await hidden.wait()
print("hidden")
