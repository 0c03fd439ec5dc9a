import AbstractHTTP
import Foundation
public import Measuring

/// Prints what a provider's request costs without a network: `Benchmarks Provider`.
///
/// What the request costs over the decode alone is the difference of the two in a row.
public enum ProviderBenchmarks {
  /// Measures, and prints what it measured.
  public static func run(_ options: Options) async {
    let table = Table("Provider", options)
    table.heading("A provider's request on an immediate stub, delivered where the work is")
    await table.row("decoded", times: 5_000, Contestant("request", decoded), Contestant("decode alone", decodedAlone))
    await table.row("built of JSON", times: 5_000, Contestant("request", built), Contestant("build alone", builtAlone))
    await table.row(
      "response",
      times: 20_000,
      Contestant("request", taken),
      Contestant("connection of a spec", connected)
    )
    await table.row("the same with three parameters", times: 20_000, Contestant("request", searched))
  }

  @Sendable private static func decoded(times: Int) async {
    let provider = Provider<API>(stub: .immediate, callbackInMainThread: false)
    for _ in 0..<times {
      provider.request(.user(id: "7")).success { (user: User) in consume(user) }
    }
  }

  @Sendable private static func decodedAlone(times: Int) async {
    let decoder = JSONDecoder()
    for _ in 0..<times { consume(try? decoder.decode(User.self, from: sample)) }
  }

  @Sendable private static func built(times: Int) async {
    let provider = Provider<API>(stub: .immediate, callbackInMainThread: false)
    for _ in 0..<times {
      provider.request(.user(id: "7")).success { (user: BuiltUser) in consume(user) }
    }
  }

  @Sendable private static func builtAlone(times: Int) async {
    for _ in 0..<times { consume(try? BuiltUser.build(json: JSON(data: sample))) }
  }

  @Sendable private static func taken(times: Int) async {
    let provider = Provider<API>(stub: .immediate, callbackInMainThread: false)
    for _ in 0..<times {
      provider.request(.user(id: "7")).success { response in consume(response) }
    }
  }

  @Sendable private static func searched(times: Int) async {
    let provider = Provider<API>(stub: .immediate, callbackInMainThread: false)
    for _ in 0..<times {
      provider.request(.search(words: "swift & linux")).success { response in consume(response) }
    }
  }

  /// The least that a provider's request can cost: a connection of the same request, made by hand.
  @Sendable private static func connected(times: Int) async {
    for _ in 0..<times {
      let connection = Connection(GetUser(id: "7"))
      connection.httpConnector = StubConnector(Response(data: sample))
      connection.callbackInMainThread = false
      connection.start().success { response in consume(response) }
    }
  }
}

private let sample = Data(#"{"id": 7, "name": "Ada Lovelace", "email": "ada@example.com", "tags": ["a", "b"]}"#.utf8)

private struct User: Decodable, Sendable {
  let id: Int
  let name: String
  let email: String
  let tags: [String]
}

private struct BuiltUser: JSONModel {
  let id: Int
  let name: String
  let email: String
  let tags: [String]

  static func build(json: JSON) throws -> BuiltUser {
    try BuiltUser(
      id: json.required("id"),
      name: json.required("name"),
      email: json.required("email"),
      tags: json.required("tags")
    )
  }
}

private enum API: TargetType {
  case user(id: String)
  case search(words: String)

  static let base = URL(string: "https://api.example.com/v1") ?? .temporaryDirectory

  var baseURL: URL { Self.base }

  var path: String {
    switch self {
    case .user(let id): "/users/\(segment: id)"
    case .search: "/search"
    }
  }

  var parameters: [String: any Sendable]? {
    if case .search(let words) = self { ["q": words, "page": 1, "all": true] } else { nil }
  }

  var sampleData: Data { sample }
}

private struct GetUser: ConnectionSpec {
  typealias ResponseModel = Response
  let id: String
  var url: String { "https://api.example.com/v1/users/\(segment: id)" }
}
