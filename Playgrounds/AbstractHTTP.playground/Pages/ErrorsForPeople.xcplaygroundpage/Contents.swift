//: # Errors for people
//: The app's own errors, made of the library's at one place: a sentence for the user, and a line for the log.
import AbstractHTTP
import AbstractHTTPTesting

let server = try LoopbackServer()
server.on(.get, "/users/1", .json(#"{"name": "Ada"}"#))
server.on(.get, "/users/2", .json(#"{"nickname": "Grace"}"#))
server.on(.get, "/users/3", .json(#"{"message": "There is no such user."}"#, status: 404))
server.on(.get, "/users/4", .fault(.resetBeforeResponse))

struct User: Decodable, Sendable { let name: String }

struct AppError: Error {
  let sentence: String
  let line: String

  init(_ error: ConnectionError) {
    line = error.description
    if error.type == .parse {
      sentence = "This version of the app can't read the answer. Please update it."
    } else {
      sentence = (try? error.response?.json().message.string) ?? error.userMessage
    }
  }
}

let client = Client(baseURL: server.url(""))
for id in 1...4 {
  let user = client.http("/users/\(id)").fetch(User.self).mapError { AppError($0) }
  switch await user.outcome {
  case .fulfilled(let user): print("\(id), for the user:", user.name)
  case .rejected(let error): print("\(id), for the user:", error.sentence, "\n   for the log: ", error.line)
  case .cancelled: print("\(id), cancelled")
  }
}
