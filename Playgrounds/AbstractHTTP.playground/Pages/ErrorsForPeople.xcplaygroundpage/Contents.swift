//: # Errors for people
//: The app's own errors, made of the library's at one place: what a person is told, and what a developer reads.
import AbstractHTTP
import AbstractHTTPTesting
import Foundation

let server = try LoopbackServer()
server.on(.get, "/users/1", .json(#"{"id": 1, "name": "Ada", "friends": [{"id": 2, "name": "Grace"}]}"#))
server.on(.get, "/users/2", .json(#"{"id": 2, "name": "Grace", "friends": [{"id": "one"}]}"#))
server.on(.get, "/users/3", .json(#"{"message": "There is no such user."}"#, status: 404))
server.on(.get, "/users/4", .fault(.resetBeforeResponse))

//: ## The API
enum API: TargetType {
  case user(id: Int)

  var baseURL: URL { server.baseURL }
  var path: String {
    switch self {
    case .user(let id): "/users/\(segment: id)"
    }
  }
}

struct User: JSONModel, Sendable {
  let id: Int
  let name: String
  let friends: [User]

  static func build(json: JSON) throws -> User {
    User(id: try json.required("id"), name: try json.required("name"), friends: try json.optional("friends") ?? [])
  }
}

//: ## The app's errors
enum APIError: Error, CustomStringConvertible {
  case mapping(ModelMappingError, ConnectionError)
  case server(message: String, ConnectionError)
  case connection(ConnectionError)

  init(_ error: ConnectionError) {
    if let mapping = error.nativeError as? ModelMappingError {
      self = .mapping(mapping, error)
    } else if let message = try? error.response?.json().message.string {
      self = .server(message: message, error)
    } else {
      self = .connection(error)
    }
  }

  //: For a developer …
  var description: String {
    switch self {
    case .mapping(let mapping, _): "mapping: \(mapping)"
    case .server(_, let error), .connection(let error): error.description
    }
  }

  //: … and for a person.
  var userMessage: String {
    switch self {
    case .mapping: "This version of the app cannot read the answer. Please update it."
    case .server(let message, _): message
    case .connection(let error): error.userMessage
    }
  }
}

//: ## Where they meet
typealias APIPromise<Model: Sendable> = Promise<TransferProgress, Model, APIError>

struct Users: Sendable {
  private let provider = Provider<API>()

  func user(id: Int) -> APIPromise<User> { provider.request(.user(id: id)).mapError { APIError($0) } }
}

//: ## What is seen of it
var seen: [String] = []
for id in 1...4 {
  let shown = Users().user(id: id)
    .success { user in "\(user.name), friend of \(user.friends.map(\.name).joined())" }
    .recover { error, isCancelled in
      print("user \(id), for a developer:", error.map { "\($0)" } ?? "cancelled")
      return error?.userMessage ?? "Cancelled."
    }
  let text = try await shown.value
  print("user \(id), for a person:   ", text)
  seen.append(text)
}
precondition(
  seen == [
    "Ada, friend of Grace", "This version of the app cannot read the answer. Please update it.",
    "There is no such user.", "The connection failed. Check the network and try again.",
  ]
)
