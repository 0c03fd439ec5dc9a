//: # The simplest connection
//: A spec is a URL and what is made of the response; a connection sends it.
import AbstractHTTP
import AbstractHTTPTesting

//: A server of our own on this machine, so that the page needs no network.
let server = try LoopbackServer()
server.on(.get, "/hello", .text("Hello, over a real socket!"))

struct Hello: ConnectionSpec {
  typealias ResponseModel = String
  let url: String
}

let text = try await Connection(Hello(url: server.url("/hello"))).start().value
print(text)
