import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct WriteGuardTests {
  private let writeGuard = WriteGuard()

  @Test func `what began before an invalidation is not current after it, what began later is`() {
    let early = writeGuard.begin("u")
    writeGuard.invalidate("u")
    let late = writeGuard.begin("u")

    #expect(!writeGuard.isCurrent(early))
    #expect(writeGuard.isCurrent(late))
  }

  @Test func `another address is not touched, unless all are`() {
    let other = writeGuard.begin("v")

    writeGuard.invalidate("u")
    #expect(writeGuard.isCurrent(other))
    writeGuard.invalidateAll()
    #expect(!writeGuard.isCurrent(other))
  }

  @Test func `a fetch that ends doesn't affect the invalidation of others`() {
    let (one, other) = (writeGuard.begin("u"), writeGuard.begin("u"))
    writeGuard.invalidate("u")

    writeGuard.end(one)

    #expect(!writeGuard.isCurrent(other))
  }

  @Test func `an ended fetch is not current`() {
    let ticket = writeGuard.begin("u")
    writeGuard.end(ticket)
    writeGuard.end(ticket)

    #expect(!writeGuard.isCurrent(ticket))
    #expect(writeGuard.isCurrent(writeGuard.begin("u")))
  }
}
