//: # Without a server
//: A stub in the connector's place: the connection is synchronous then, and a test needs to wait for nothing.
import AbstractHTTP
import Foundation

struct User: Decodable, Sendable { let name: String }

struct GetUser: ConnectionSpec {
  typealias ResponseModel = User
  let url = "https://api.example.com/users/1"
}

let stub = StubConnector(Response(data: Data(#"{"name": "Ada"}"#.utf8)))
let connection = Connection(GetUser())
connection.httpConnector = stub
connection.callbackInMainThread = false

let promise = connection.start()
print("settled when start returns:", promise.settled?.value?.name ?? "no")
print("it was sent:", stub.requests.map(\.description))

//: One answer after the other, failures among them …
connection.httpConnector = StubConnector(sequence: [
  .failure(URLError(.timedOut)), .success(Response(statusCode: 503)), .success(Response(data: Data("{}".utf8))),
])
for _ in 1...3 {
  if case .rejected(let error) = await connection.start().outcome { print(error) }
}

//: … and a spec is tested without any connection, by a canned response.
let user = try GetUser().parseResponse(response: Response(data: Data(#"{"name": "Grace"}"#.utf8)))
print(user.name, GetUser().validate(response: Response(statusCode: 404)))
