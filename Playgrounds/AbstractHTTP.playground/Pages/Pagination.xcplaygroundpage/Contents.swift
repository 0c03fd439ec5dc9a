//: # Page by page
//: A loop fetches a page when it gets there: by the server's links, or by a cursor in the body.
import AbstractHTTP
import AbstractHTTPTesting

let server = try LoopbackServer()
server.on(
  .get,
  "/users",
  Reply.json(#"["Ada", "Grace"]"#).header("Link", #"</users?page=2>; rel="next""#),
  .json(#"["Barbara"]"#)
)

struct ListUsers: ConnectionSpec {
  typealias ResponseModel = [String]
  let url = "/users"
}

let client = Client(baseURL: server.url(""))
for try await names in client.pages(of: ListUsers()) { print("a page:", names) }
print("requested:", server.requests.map(\.target))
