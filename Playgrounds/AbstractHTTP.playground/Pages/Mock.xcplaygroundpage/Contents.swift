//: # Without a server
//: A stub in place of the transport. A connection over it is synchronous, so a test has nothing to wait for.
import AbstractHTTP
import Foundation

struct User: Decodable, Sendable { let name: String }

struct GetUser: ConnectionSpec {
  typealias ResponseModel = User
  let url = "https://api.example.com/users/1"
}

let ada = Response(data: Data(#"{"name": "Ada"}"#.utf8))
let stub = StubConnector(sequence: [
  .success(ada), .failure(URLError(.timedOut)), .success(Response(statusCode: 503)),
  .success(Response(data: Data("{}".utf8))),
])
let client = Client {
  $0.httpConnector = { stub }
  $0.callbackInMainThread = false
}
for _ in 1...4 {
  let promise = client.connection(GetUser()).start()
  print(promise.settled?.value?.name ?? promise.settled?.errorInfo?.error?.description ?? "not settled")
}
print("sent:", stub.requests.count)

//: A spec is tested by itself, with a canned response.
print(try GetUser().parseResponse(response: ada).name, GetUser().validate(response: Response(statusCode: 404)))
