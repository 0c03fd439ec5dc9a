//: # A user and a password
//: For the servers that you name, and no other: with each request, or only when the server asks.
import AbstractHTTP
import AbstractHTTPTesting
import Foundation

let (files, elsewhere) = (try LoopbackServer(), try LoopbackServer())
let expected = "Basic " + Data("ada:open sesame".utf8).base64EncodedString()
files.on(.get, "/files") { request in
  guard request.headers["Authorization"] == expected else {
    return .status(401, headers: ["WWW-Authenticate": #"Basic realm="files", charset="UTF-8""#])
  }
  return .text("three files")
}
files.on(.get, "/moved", .redirect(to: elsewhere.url("/files")))
elsewhere.on(.get, "/files") { .text("a stranger saw \($0.headers["Authorization"] ?? "no credential")") }

let client = Client(baseURL: files.url("")) { $0.use(.basic(user: "ada", password: "open sesame")) }
print("with each request:", try await client.http("/files").fetchString().value)
print("after a redirect:", try await client.http("/moved").fetchString().value)

let asking = Middleware.challenged(for: [files.url("")]) { challenge in
  print("asked for:", challenge.scheme, challenge.realm ?? "")
  return challenge.previousFailures == 0 ? .user("ada", password: "open sesame") : nil
}
print("on demand:", try await HTTP(files.url("/files")).use(asking).fetchString().value)
