import AbstractHTTP
import AbstractHTTPTesting
import Foundation

/// Counts the permits of limiters from outside: as many requests as there are permits must be in flight at once, and no
/// more.
struct Permits {
  private let server: LoopbackServer

  init(_ server: LoopbackServer) { self.server = server }

  func violations(of stacks: Stacks) async -> [String] {
    // A rate limiter has all of its burst again after a moment.
    try? await Task.sleep(for: .milliseconds(100))
    let limited = await reached(through: stacks.concurrencyLimit, of: Stacks.permits + 4)
    let paced = await reached(through: stacks.rateLimit, of: Stacks.permits)
    return check("concurrencyLimit", limited) + check("rateLimit", paced)
  }

  private func check(_ name: String, _ reached: Int) -> [String] {
    reached == Stacks.permits ? [] : ["\(name) has \(reached) permits of \(Stacks.permits)"]
  }

  /// How many of so many requests reach the server while it answers none.
  private func reached(through middleware: Middleware, of count: Int) async -> Int {
    let (gate, before) = (Gate(), server.requestCount)
    server.on(.get, "/held", .text("held").held(at: gate))
    let promises = (0..<count).map { _ in
      HTTP(server.url("/held")).callbackInMainThread(false).use(middleware).asString()
    }
    for _ in 0..<500 where server.requestCount - before < Stacks.permits {
      try? await Task.sleep(for: .milliseconds(10))
    }
    try? await Task.sleep(for: .milliseconds(50))
    let reached = server.requestCount - before
    gate.open()
    for promise in promises { _ = await promise.outcome }
    return reached
  }
}
