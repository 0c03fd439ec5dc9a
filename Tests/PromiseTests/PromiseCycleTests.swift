import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(1))) struct PromiseCycleTests {
  @Test func `promises that follow each other become cancelled`() {
    let (one, two) = (Text.pending(), Text.pending())
    let box = Record<Text>()
    box.add(one.promise.success { _ in box.all[1] })
    box.add(two.promise.success { _ in box.all[0] })

    one.resolver.fulfill("go")
    #expect(box.all[0].settled == nil)
    two.resolver.fulfill("go")

    #expect(box.all.map(\.settled) == [.cancelled(nil), .cancelled(nil)])
  }

  @Test(arguments: ["success", "retry", "all", "until", "timeout"])
  func `a promise that follows one made of itself becomes cancelled`(name: String) {
    let (source, resolver) = Number.pending()
    let box = Record<Number>()
    let outer = source.success { _ in box.all[0] }
    switch name {
    case "success": box.add(outer.success { $0 }.failure { _, _ in })
    case "retry": box.add(outer.retry(1))
    case "all": box.add(Number.all([outer]).success { Number(value: $0[0]) })
    case "until": box.add(outer.until(HandlerToken()))
    default: box.add(outer.timeout(.seconds(1), clock: PromiseTestClock()))
    }

    resolver.fulfill(1)

    #expect(outer.settled == .cancelled(nil))
    #expect(box.all[0].settled == .cancelled(nil))
  }

  @Test func `following is no cycle if others wait for both`() {
    let (source, resolver) = Number.pending()
    let (inner, innerResolver) = Number.pending()
    let shared = inner.success { $0 + 1 }
    let outer = source.success { _ in shared }
    let both = Number.all([outer, shared, outer.success { $0 }])

    resolver.fulfill(1)
    innerResolver.fulfill(1)

    #expect(both.settled == .fulfilled([2, 2, 2]))
  }

  @Test func `pausing and resuming promises that own each other ends`() {
    let cores = (0..<3).map { _ in PromiseCore() }
    for index in cores.indices {
      cores[index].withMachine { $0.detail { $0.inner = cores } }
    }

    cores[0].pause()
    #expect(cores.map { $0.withMachine { $0.state } } == [.paused, .paused, .paused])
    cores[0].resume()

    #expect(cores.map { $0.withMachine { $0.state } } == [.running, .running, .running])
    for core in cores { core.settle(.removed) }
  }

  @Test func `a pause and a resume reach each member once, in the order the members came`() {
    let heard = Record<String>()
    let open = Record<Number.Fulfill>()
    let members = (0..<3).map { index in
      Number { _, fulfill, _, configure in
        open.add(fulfill)
        configure.pause = { heard.add("pause \(index)") }
        configure.resume = { heard.add("resume \(index)") }
      }
    }
    let group = Number.all([members[2], members[0], members[1], members[0]])

    group.pause()
    group.resume()

    #expect(heard.all == ["pause 2", "pause 0", "pause 1", "resume 2", "resume 0", "resume 1"])
  }

  @Test func `whether a promise waits for itself is found from the shorter side`() {
    let length = 10_000
    let (first, resolver) = Number.pending()
    let (source, trigger) = Number.pending()
    let end = (0..<length).reduce(first) { last, _ in last.map { $0 + 1 } }
    let followers = (0..<length).map { _ in source.success { _ in end }.success { $0 } }

    trigger.fulfill(1)
    resolver.fulfill(0)

    #expect(followers.allSatisfy { $0.settled == .fulfilled(length) })
  }
}
