import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(5))) struct PromiseDeliveryTests {
  @Test func `handlers run in the order added, each once`() {
    let (promise, resolver) = Text.pending()
    let heard = Record<Int>()
    promise.on(success: { _ in heard.add(1) })
    promise.success { _ in heard.add(2) }
    promise.then { _, _ in heard.add(3) }
    promise.finally { heard.add(4) }

    resolver.fulfill("done")
    resolver.fulfill("again")

    #expect(heard.all == [1, 2, 3, 4])
  }

  @Test func `handlers run on the settling thread`() async {
    let (promise, resolver) = Text.pending()
    let threads = Record<ObjectIdentifier>()
    promise.on(success: { _ in threads.add(ObjectIdentifier(Thread.current)) })

    await withCheckedContinuation { continuation in
      Thread {
        let settling = Thread.current
        resolver.fulfill("done")
        #expect(threads.all == [ObjectIdentifier(settling)])
        continuation.resume()
      }.start()
    }
  }

  @Test func `a handler added after settlement runs before the call returns, on the adding thread`() {
    let heard = Record<ObjectIdentifier>()
    let promise = Text(value: "done")

    promise.success { _ in heard.add(ObjectIdentifier(Thread.current)) }

    #expect(heard.all == [ObjectIdentifier(Thread.current)])
  }

  @Test func `a handler added inside another one runs right after that`() {
    let heard = Record<Int>()
    let promise = Text(value: "done")

    promise.on(success: { _ in
      promise.on(success: { _ in heard.add(2) })
      heard.add(1)
    })

    #expect(heard.all == [1, 2])
  }

  @Test func `handlers are never called under a lock`() {
    let (promise, resolver) = Text.pending()
    let heard = Record<PromiseState>()
    promise.on(success: { _ in
      promise.on(success: { _ in })
      promise.pause()
      promise.resume()
      promise.cancel()
      resolver.fulfill("again")
      heard.add(promise.state)
    })
    promise.progress { _, _ in heard.add(promise.state) }

    resolver.report(1)
    resolver.fulfill("done")

    #expect(heard.all == [.running, .fulfilled])
  }

  @Test func `recursion through handlers uses no stack`() {
    let depth = Locked(0)
    let last = Promise<Never, Int, Mishap>.pending()
    @Sendable func next() {
      let count = depth.withLock { depth in
        depth += 1
        return depth
      }
      guard count < Load.chain else { return last.resolver.fulfill(count) }
      Number(value: count).on(success: { _ in next() })
    }

    next()

    #expect(last.promise.settled == .fulfilled(Load.chain))
  }

  @Test func `a handler added while another thread settles is called, once`() {
    for _ in 0..<Load.races {
      let (promise, resolver) = Number.pending()
      let calls = Record<Int>()

      DispatchQueue.concurrentPerform(iterations: 2) { thread in
        if thread == 0 { resolver.fulfill(1) } else { promise.on(success: { calls.add($0) }) }
      }

      if calls.all != [1] { Issue.record("the handler was called \(calls.all.count) times") }
    }
  }

  @Test func `a long chain of values settles without using the stack`() {
    let (first, resolver) = Number.pending()
    var last = first
    for _ in 0..<Load.chain { last = last.success { $0 + 1 } }

    resolver.fulfill(0)

    #expect(last.settled == .fulfilled(Load.chain))
  }

  @Test func `a long chain of promises settles without using the stack`() {
    let (first, resolver) = Number.pending()
    var last = first
    for _ in 0..<Load.chain { last = last.success { Number(value: $0 + 1) } }

    resolver.fulfill(0)

    #expect(last.settled == .fulfilled(Load.chain))
  }

  @Test func `promises nested deep in each other settle, and are paused and cancelled, without using the stack`() {
    @Sendable func nested(_ depth: Int, _ end: Number) -> Number {
      Number(value: depth).success { $0 == 0 ? end : nested($0 - 1, end) }
    }
    let (end, resolver) = Number.pending()
    let (other, otherEnd) = Number.pending()
    let settled = nested(Load.chain, end)
    let cancelled = nested(Load.chain, other)

    settled.pause()
    settled.resume()
    resolver.fulfill(7)
    cancelled.cancel(error: .lost)

    #expect(settled.settled == .fulfilled(7))
    #expect(other.settled == .cancelled(.lost))
    withExtendedLifetime(otherEnd) {}
  }

  @Test func `a long chain is cancelled from its end without using the stack`() {
    let (first, openEnd) = Number.pending()
    var last = first
    for _ in 0..<Load.chain { last = last.success { $0 + 1 } }

    last.cancel(error: .lost)

    #expect(first.settled == .cancelled(.lost))
    withExtendedLifetime(openEnd) {}
  }

  @Test func `a long chain that is dropped unsettled is released without using the stack`() {
    let ended = Record<Bool>()
    do {
      let (first, _) = Number.pending()
      var last = first
      for _ in 0..<Load.chain { last = last.success { $0 + 1 } }
      last.on(failure: { ended.add($0.isCancelled) })
    }

    #expect(ended.all == [true])
  }

  @Test func `a long chain with an executor is released without using the stack`() {
    weak var end: PromiseCore?
    do {
      let first = Number(paused: true) { _, _, _, _ in }
      var last = first
      for _ in 0..<Load.chain { last = last.success { Number(value: $0 + 1) } }
      end = last.core
      #expect(last.state == .running)
      withExtendedLifetime(first) {}
    }

    #expect(end == nil)
  }
}
