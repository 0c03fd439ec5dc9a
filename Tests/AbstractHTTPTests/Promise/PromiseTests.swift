@testable import AbstractHTTP
import Testing

@Suite struct PromiseTests {
  @Test func `fulfils with what its executor says, and tells the handlers`() {
    let heard = Record<String>()

    let promise = Text { _, fulfill, _, _ in fulfill("done") }.success { heard.add($0) }

    #expect(heard.all == ["done"])
    #expect(promise.state == .fulfilled)
  }

  @Test func `settled twice, the first wins and the rest are ignored`() {
    let (promise, resolver) = Text.pending()

    resolver.fulfill("first")
    resolver.fulfill("second")
    resolver.reject(.lost)
    resolver.cancel()

    #expect(promise.settled == .fulfilled("first"))
  }

  @Test func `chains values, promises and results`() {
    let (promise, resolver) = Text.pending()
    let chained =
      promise
      .success { $0.count }
      .success { Number(value: $0 + 1) }
      .success { count in
        if count > 3 { return Result<Int, Mishap>.failure(.numbered(count)) }
        return .success(count)
      }
      .failure { error, isCancelled in
        #expect(error == .numbered(6))
        return 0
      }
      .then { value, errorInfo in
        #expect(errorInfo == nil)
        return "\(value ?? -1)"
      }

    resolver.fulfill("hello")

    #expect(chained.settled == .fulfilled("0"))
  }

  @Test func `an owned promise that is cancelled asks its owner, who settles it later`() async {
    let asked = Record<Mishap?>()
    let (promise, resolver) = Text.owned(onCancel: { asked.add($0) })
    let derived = promise.success { $0.count }

    derived.cancel(error: .lost)

    #expect(asked.all == [.lost])
    #expect(derived.settled == .cancelled(.lost))
    #expect(promise.state == .running)
    resolver.cancel(.broken)
    #expect(promise.settled == .cancelled(.broken))
  }

  @Test func `a promise whose executor let go of its closures becomes cancelled`() {
    let promise = Text { _, _, _, _ in }

    #expect(promise.settled == .cancelled(nil))
  }

  @Test func `waits for the value`() async throws {
    let (promise, resolver) = Text.pending()
    async let value = promise.value

    resolver.fulfill("awaited")

    #expect(try await value == "awaited")
  }

  @Test(arguments: [100_000]) func `a long chain settles without using the stack`(depth: Int) {
    let (first, resolver) = Number.pending()
    var last = first
    for _ in 0..<depth { last = last.success { $0 + 1 } }

    resolver.fulfill(0)

    #expect(last.settled == .fulfilled(depth))
  }

  @Test(arguments: [100_000]) func `a long chain with an executor is released without using the stack`(depth: Int) {
    var last = Number { _, fulfill, _, _ in fulfill(0) }
    for _ in 0..<depth { last = last.success { Number(value: $0 + 1) } }

    #expect(last.settled == .fulfilled(depth))
  }
}
