//: # A user and a password
//: Sent with each request, or only when the server asks; to the servers that you name, and to no other.
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

//: With each request:
let basic = Middleware.basic(user: "ada", password: "open sesame", for: [files.url("")])
print(try await HTTP(files.url("/files")).use(basic).fetchString().value)

//: A client names its server once, in its base URL.
let client = Client(baseURL: files.url("")) { $0.use(.basic(user: "ada", password: "open sesame")) }
struct GetFiles: ConnectionSpec {
  typealias ResponseModel = String
  var url: String { "/files" }
}
print(try await client.send(GetFiles()))

//: Only when the server asks. The challenge says what for, and the closure may ask the user.
let asking = Middleware.challenged(for: [files.url("")]) { challenge in
  print("asked for:", challenge.scheme, challenge.realm ?? "")
  return challenge.previousFailures == 0 ? .user("ada", password: "open sesame") : nil
}
print(try await HTTP(files.url("/files")).use(asking).fetchString().value)

//: A wrong password is an error with the response in it; nothing is repeated for ever.
let wrong = Middleware.basic(user: "ada", password: "guess", for: [files.url("")])
if let error = await HTTP(files.url("/files")).use(wrong).fetchString().outcome.errorInfo?.error {
  print(error.type, error.response?.statusCode ?? 0, error.response?.headers["WWW-Authenticate"] ?? "")
}

//: A redirect to another server leaves the password behind, and so do logs and commands for curl.
print(try await HTTP(files.url("/moved")).use(basic).fetchString().value)
let logged = HTTP(files.url("/files")).use(
  basic,
  .log(.curl) { message in
    print(message.split(separator: "\n").first { $0.contains("Authorization") } ?? "")
  }
)
_ = try await logged.fetchString().value
