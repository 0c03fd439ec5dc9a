//: # Server-sent events
//: If the connection is lost, the source reconnects, and goes on after the last event that was complete.
import AbstractHTTP
import AbstractHTTPTesting

let server = try LoopbackServer()
func events(_ parts: [Reply.Part]) -> Reply { Reply.chunked(parts).header("Content-Type", "text/event-stream") }
server.on(
  .get,
  "/prices",
  events(["retry: 10\n\n", "id: 1\nevent: price\ndata: {\"value\": 100}\n\n", "id: 2\ndata: half", .close]),
  events(["id: 2\nevent: price\ndata: {\"value\": 101}\n\n", ": still here\n\n"]),
  .status(204)
)

struct Price: Decodable { let value: Int }

for try await event in HTTP(server.url("/prices")).events() where event.event == "price" {
  print("event \(event.id): the price is", try event.decode(Price.self).value)
}
print("the server was told:", server.requests.map { $0.headers["Last-Event-ID"] ?? "nothing" })
