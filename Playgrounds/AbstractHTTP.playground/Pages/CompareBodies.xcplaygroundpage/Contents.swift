//: # Comparing bodies
//: JSON is the same in any order and layout. If it isn't the same, each difference names its place.
import AbstractHTTP
import AbstractHTTPTesting
import Foundation

let stub = StubConnector(Response(statusCode: 201))
let body = try RequestBody.json(["name": JSON("Ada"), "tags": ["poet", "engineer"], "admin": false])
_ = try await HTTP("https://api.example.com/users").httpMethod(.post).body(body).httpConnector(stub).fetchResponse()
  .value

let sent = stub.requests[0]
print("the same:", sent.jsonDifferences(from: ["tags": ["poet", "engineer"], "admin": false, "name": "Ada"]).isEmpty)
for difference in sent.jsonDifferences(from: ["name": "Grace", "tags": ["poet"], "age": 36, "admin": false]) {
  print(difference)
}
