import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct GCRALimiterTests {
  @Test(.serialized, arguments: 0..<200)
  func `in no stretch of the time do more go than are allowed`(seed: Int) {
    var random = Generator(seed)
    let (count, burst) = (Int.random(in: 1...7, using: &random), Int.random(in: 1...5, using: &random))
    let policy = GCRALimiter.Policy(count, per: .seconds(1), burst: burst, queue: 1_000)
    var pace = GCRALimiter()
    var now = Duration.zero
    var gone: [Duration] = []

    for _ in 0..<200 {
      now += .milliseconds(Int.random(in: 0...400, using: &random))
      if case .leading = pace.enter(at: now, policy) {
        var lead = pace.lead(at: now, policy)
        while lead.wait > .zero {
          now += Bool.random(using: &random) ? lead.wait : .milliseconds(Int.random(in: 1...2_000, using: &random))
          lead = pace.lead(at: now, policy)
        }
        #expect(lead.next == nil)
      }
      gone.append(now)
    }

    for (index, start) in gone.enumerated() {
      #expect(gone[index...].prefix { $0 < start + .seconds(1) }.count <= count + burst - 1)
    }
  }

  @Test func `evenly spaced calls never wait`() {
    let policy = GCRALimiter.Policy(3, per: .seconds(1), burst: 1, queue: 0)
    var pace = GCRALimiter()

    for number in 0..<1_000 {
      guard case .admitted = pace.enter(at: policy.interval * number, policy) else {
        Issue.record("number \(number) waits")
        return
      }
    }

    #expect(policy.interval * 3 >= .seconds(1))
  }

  @Test(.serialized, arguments: 0..<100)
  func `the first waiter hands over to the next one that has not left`(seed: Int) {
    var random = Generator(seed)
    let policy = GCRALimiter.Policy(1, per: .seconds(1), burst: 1, queue: 100)
    var pace = GCRALimiter()
    _ = pace.enter(at: .zero, policy)
    guard case .leading = pace.enter(at: .zero, policy) else {
      Issue.record("nobody leads")
      return
    }
    var line: [WaiterQueue.Place] = []
    for _ in 0..<20 { if case .queued(let place) = pace.enter(at: .zero, policy) { line.append(place) } }

    for _ in 0..<10 { _ = pace.leave(line.remove(at: Int.random(in: 0..<line.count, using: &random))) }
    let turns = (0..<11).map { _ in pace.handOver() }

    #expect(turns.last.map { $0 == nil } == true)
    #expect(zip(turns, line).allSatisfy { $0 === $1.turn })
    #expect(!pace.isIdle(at: .milliseconds(999)))
    #expect(pace.isIdle(at: .seconds(1)))
  }

  @Test(arguments: [(0, Duration.seconds(-1), 0, -1), (.max, .seconds(Int64.max), .max, .max), (1, .zero, 1, 0)])
  func `senseless numbers are no trap`(count: Int, duration: Duration, burst: Int, queue: Int) {
    let policy = GCRALimiter.Policy(count, per: duration, burst: burst, queue: queue)
    var pace = GCRALimiter()

    guard case .admitted = pace.enter(at: .zero, policy) else {
      Issue.record("the first one waits")
      return
    }
    #expect(policy.interval >= .zero && policy.tolerance >= .zero && policy.queue >= 0)
  }
}
