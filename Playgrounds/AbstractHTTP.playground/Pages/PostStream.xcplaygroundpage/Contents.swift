//: # Posting while the body is made
//: A closure writes as fast as the server reads. The length isn't known, so the body is sent in chunks.
import AbstractHTTP
import AbstractHTTPTesting
import Foundation

let server = try LoopbackServer()
server.on(.post, "/primes") { request in
  .text("\(request.headers["Transfer-Encoding"] ?? "at once"): \(request.body.count) bytes, \(request.text.suffix(20))")
}

let primes = BodyStream { writer in
  for number in 2...10_000
  where !(2..<number).prefix(while: { $0 * $0 <= number }).contains(where: { number % $0 == 0 }) {
    try await writer.write(Data("\(number) ".utf8))
  }
}
let body = RequestBody(primes, contentType: "text/plain")
print(try await HTTP(server.url("/primes")).httpMethod(.post).body(body).fetchString().value)
