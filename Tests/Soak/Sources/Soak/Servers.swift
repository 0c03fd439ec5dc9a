import AbstractHTTP
import AbstractHTTPTesting
import Foundation

/// The servers of a round: each answers at random, mostly well.
struct Servers {
  private static let count = 3

  private let all: [LoopbackServer]
  let paths = ["/text", "/cached", "/secret", "/moved", "/echo", "/feed"]

  init(seed: Int) throws {
    all = try (0..<Self.count).map { number in
      let (server, chance) = (try LoopbackServer(), Chance(seed, number))
      server.on(nil, "/text") { _ in chance.reply(.text("Hello")) }
      server.on(.get, "/cached") { _ in chance.reply(.text("kept").header("Cache-Control", "max-age=1")) }
      server.on(.get, "/secret") { _ in chance.oneIn(4) ? .status(401) : chance.reply(.text("secret")) }
      server.on(.get, "/moved") { _ in chance.reply(.redirect(to: "/text")) }
      server.on(nil, "/echo") { request in chance.reply(.data(request.body)) }
      server.on(.get, "/feed") { _ in chance.reply(.chunked(["one", .delay(.milliseconds(2)), "two"])) }
      return server
    }
  }

  var requestCount: Int { all.reduce(0) { $0 + $1.requestCount } }

  func url(_ path: String, _ random: inout Random) -> String {
    all[Int.random(in: 0..<all.count, using: &random)].url(path)
  }

  /// The first server, for what is tried when everything is at rest.
  var first: LoopbackServer { all[0] }

  func stop() { for server in all { server.stop() } }
}

/// What a server does instead of answering well.
private final class Chance: Sendable {
  /// The faults that end soon and are small; those that go on without end are the tests' affair.
  private static let faults: [Reply.Fault] = Reply.Fault.allCases.filter {
    ![.hugeHead, .endlessHead].contains($0)
  }

  private let random: Guarded<Random>

  init(_ seed: Int, _ number: Int) { random = Guarded(Random(seed, number, 7)) }

  func oneIn(_ count: Int) -> Bool { random.withLock { $0.oneIn(count) } }

  func reply(_ reply: Reply) -> Reply {
    random.withLock { random in
      switch Int.random(in: 0..<32, using: &random) {
      case 0, 1: Self.faults.randomElement(using: &random).map { .fault($0) } ?? reply
      case 2: .status(503, headers: ["Retry-After": "0"])
      case 3: .status(429)
      case 4...7: reply.delayed(by: .milliseconds(Int.random(in: 1...50, using: &random)))
      case 8: reply.header("Connection", "close")
      default: reply
      }
    }
  }
}
