import Testing

@testable import AbstractHTTP

struct CacheTrafficTests {
  private let traffic = CacheTraffic()

  @Test func `what began before an invalidation is not current after it, what began later is`() {
    let early = traffic.begin("u")
    traffic.invalidate("u")
    let late = traffic.begin("u")

    #expect(!traffic.isCurrent(early))
    #expect(traffic.isCurrent(late))
  }

  @Test func `another address is not touched, unless all are`() {
    let other = traffic.begin("v")

    traffic.invalidate("u")
    #expect(traffic.isCurrent(other))
    traffic.invalidateAll()
    #expect(!traffic.isCurrent(other))
  }

  @Test func `one that ends leaves the others' invalidation alone`() {
    let (one, other) = (traffic.begin("u"), traffic.begin("u"))
    traffic.invalidate("u")

    traffic.end(one)

    #expect(!traffic.isCurrent(other))
  }

  @Test func `what has ended is not current`() {
    let ticket = traffic.begin("u")
    traffic.end(ticket)
    traffic.end(ticket)

    #expect(!traffic.isCurrent(ticket))
    #expect(traffic.isCurrent(traffic.begin("u")))
  }
}
