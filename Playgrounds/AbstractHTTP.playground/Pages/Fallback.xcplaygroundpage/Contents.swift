//: # A fallback
//: If all else fails, a response of your own is used. The trace tells it from a real one.
import AbstractHTTP
import AbstractHTTPTesting
import Foundation

let gone = try UnreachableServer(.refusing)
let client = Client(baseURL: gone.baseURL.absoluteString) {
  $0.use(
    .retry(RetryPolicy(limit: 1, backoff: .constant(.milliseconds(10)))),
    .fallback(to: Response(data: Data(#"["tea"]"#.utf8))),
    .trace(in: .standardOutput)
  )
}
print(try await client.http("/suggestions").fetch([String].self).value)
