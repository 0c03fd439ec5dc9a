//: # Polling
//: The call is repeated after each success and each network error, until another failure or a cancellation.
import AbstractHTTP
import AbstractHTTPTesting

let server = try LoopbackServer()
server.on(.get, "/price", .text("100"), .text("101"), .fault(.resetBeforeResponse), .text("99"), .status(500))

let polling = Polling(every: .milliseconds(20))
let (prices, report) = AsyncStream<String>.makeStream()
HTTP(server.url("/price"))
  .addListener(polling)
  .addOnEnd { _, model, error in
    report.yield(error.map { "\($0.type) error" } ?? "\(model ?? "")")
    if error?.type == .invalidResponse { report.finish() }
  }
  .fetchString { _ in }

for await price in prices { print(price) }
print("stopped by the 500; polling.stop() does the same")
