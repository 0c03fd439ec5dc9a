// program
import AbstractHTTP

struct Repo: Decodable, Sendable {
  let fullName: String
  let stargazersCount: Int
}
struct GetRepo: ConnectionSpec {
  typealias ResponseModel = Repo  // any Decodable; or String, Data, JSON, Response, Void
  let name: String
  var url: String { "/repos/\(name)" }
}
let github = Client(baseURL: "https://api.github.com") {
  $0.decoder.keyDecodingStrategy = .convertFromSnakeCase
  $0.use(.retry(), .timeout(total: .seconds(30)))
}
print(try await github.send(GetRepo(name: "swiftlang/swift")).stargazersCount)
