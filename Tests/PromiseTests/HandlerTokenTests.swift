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

  @Test func `until relays value and progress, and lets go of the source when the token is removed`() {
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
