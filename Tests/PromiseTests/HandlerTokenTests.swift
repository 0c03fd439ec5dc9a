import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite struct HandlerTokenTests {
  @Test func `removes handlers, and never cancels the source`() {
    let (promise, resolver) = Text.pending()
    let token = HandlerToken()
    let heard = Record<String>()
    promise.on(until: token, success: { heard.add($0) }).progress(until: token) { _, new in heard.add("\(new)") }

    token.remove()
    resolver.report(1)
    #expect(promise.state == .running)
    resolver.fulfill("done")

    #expect(heard.all.isEmpty)
    #expect(promise.settled == .fulfilled("done"))
  }

  @Test func `a handler that another one removes while both are due is not called`() {
    let (promise, resolver) = Text.pending()
    let token = HandlerToken()
    let heard = Record<String>()
    promise.on(success: { _ in token.remove() }).on(until: token, success: { heard.add($0) })

    resolver.fulfill("done")

    #expect(heard.all.isEmpty)
  }

  @Test func `a handler added with a token that was removed is never called`() {
    let token = HandlerToken()
    let heard = Record<String>()
    token.remove()

    Text(value: "done").on(until: token, success: { heard.add($0) })

    #expect(heard.all.isEmpty)
    #expect(token.isRemoved)
  }

  @Test func `until relays value and progress, and releases the source when the token is removed`() {
    let (first, firstResolver) = Text.pending()
    let (second, secondResolver) = Text.pending()
    let token = HandlerToken()
    let heard = Record<String>()
    let chained = first.until(token).progress { _, new in heard.add("\(new)") }.success { heard.add($0) }
    let removed = second.until(token).success { heard.add($0) }

    firstResolver.report(1)
    firstResolver.fulfill("done")
    token.remove()
    secondResolver.fulfill("never")

    #expect(heard.all == ["1", "done"])
    #expect(chained.state == .fulfilled)
    #expect(removed.state == .cancelled)
    #expect(second.settled == .fulfilled("never"))
  }
}

@Suite(.timeLimit(.minutes(1))) struct HandlerLifetimeTests {
  @Test(arguments: Ending.allCases)
  func `a token forgets its handlers once their promises have settled`(ending: Ending) {
    let token = HandlerToken()
    var (promise, resolver): (Number, PromiseResolver<Int, Int, Mishap>?) = Number.pending()
    promise.on(until: token, success: { _ in }).progress(until: token) { _, _ in }
    promise.until(token).success { $0 }.timeout(.seconds(1), clock: PromiseTestClock()).finally {}
    #expect(token.handlers.count == 6)

    switch ending {
    case .fulfilled: resolver?.fulfill(1)
    case .rejected: resolver?.reject(.lost)
    case .cancelled: promise.cancel()
    case .abandoned: resolver = nil
    }

    #expect(token.handlers.count == 0)
    #expect(!token.isRemoved)
  }

  @Test func `a token that removes on release does so`() {
    let (promise, resolver) = Text.pending()
    let heard = Record<String>()

    do {
      let token = HandlerToken(removesOnRelease: true)
      promise.on(until: token, success: { heard.add($0) }).until(token).then { _, _ in heard.add("then") }
    }
    do {
      let token = HandlerToken()
      promise.on(until: token, success: { heard.add("kept \($0)") })
    }
    resolver.fulfill("done")

    #expect(heard.all == ["kept done"])
  }

  @Test @MainActor func `nothing fires after a removal, not even what waits for its turn on the main actor`() async {
    let (promise, resolver) = Text.pending()
    let token = HandlerToken()
    let heard = Record<String>()
    promise.on(MainActor.self, until: token, success: { heard.add($0) })
    promise.progress(on: MainActor.self, until: token) { _, new in heard.add("\(new)") }
    let chain = promise.until(token)
    chain.success(on: MainActor.self) { heard.add($0) }.finally(on: MainActor.self) { heard.add("finally") }
    chain.on(MainActor.self, success: { heard.add($0) })
    let last = promise.success(on: MainActor.self) { _ in }

    resolver.report(1)
    resolver.fulfill("done")
    token.remove()
    _ = await last.outcome

    #expect(heard.all.isEmpty)
  }

  @Test func `a chain whose handler is under way when its token is removed stays silent after that handler`() {
    let (inner, open) = Number.pending()
    let token = HandlerToken()
    let heard = Record<String>()
    Text(value: "go").until(token)
      .success { _ in inner }
      .success { _ in heard.add("success") }
      .failure { _, _ in heard.add("failure") }

    token.remove()
    open.fulfill(1)

    #expect(heard.all.isEmpty)
    #expect(inner.state == .cancelled)
  }

  @Test func `a group tells of a member whose token was removed as of a cancelled one`() {
    let token = HandlerToken()
    let (promise, open) = Number.pending()
    let heard = Record<Bool>()
    Number.all([promise.until(token)]).on(failure: { heard.add($0.isCancelled) })

    token.remove()

    #expect(heard.all == [true])
    #expect(promise.settled == nil)
    withExtendedLifetime(open) {}
  }
}
