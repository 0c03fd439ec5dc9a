//: # Server-sent events
//: A source goes on after its connection is lost: from the last event that arrived whole.
import AbstractHTTP
import AbstractHTTPTesting
import Foundation

let server = try LoopbackServer()
let first = Reply.chunked([
  "retry: 10\n\n", "id: 1\nevent: price\ndata: {\"value\": 100}\n\n", "id: 2\ndata: half", .close,
])
let second = Reply.chunked(["id: 2\nevent: price\ndata: {\"value\": 101}\n\n", ": still here\n\n"])
server.on(.get, "/prices", first.type("text/event-stream"), second.type("text/event-stream"), .status(204))

extension Reply {
  func type(_ type: String) -> Reply { header("Content-Type", type) }
}

struct Price: Decodable { let value: Int }

var prices: [Int] = []
for try await event in HTTP(server.url("/prices")).events() where event.event == "price" {
  prices.append(try event.decode(Price.self).value)
  print("price \(prices[prices.count - 1]), event \(event.id)")
}

//: The server was asked three times, and told from where to go on; its 204 ended the source.
let identifiers = server.requests.map { $0.headers["Last-Event-ID"] ?? "none" }
print("Last-Event-ID:", identifiers)

//: A POST to a model's API isn't sent a second time: the source ends with its response.
server.on(.post, "/chat", Reply.chunked(["data: Hel\n\n", "data: lo\n\n"]).type("text/event-stream"))
var words = ""
for try await event in HTTP(server.url("/chat")).httpMethod(.post).body(Data("{}".utf8)).events() {
  words += event.data
}
print(words)

precondition(prices == [100, 101] && identifiers == ["none", "1", "2"] && words == "Hello")
