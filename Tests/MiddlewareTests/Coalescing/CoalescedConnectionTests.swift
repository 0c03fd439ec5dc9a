import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// What becomes of a transfer that is one connection's, when others wait for it.
@Suite(.timeLimit(.minutes(1)))
struct CoalescedConnectionTests {
  private let manual = ManualConnector()
  private let sharing = Middleware.coalesce()
  private let pong = Response(data: Data("pong".utf8))

  private func connection(_ recorder: Recorder, over connector: (any HTTPConnector)? = nil) -> Connection<String> {
    Connection.probe(Probe(recorder: recorder), over: connector ?? manual).use(sharing)
  }

  enum Ending: CaseIterable {
    case cancel, interrupt, restart, cancelPromise
  }

  @Test(arguments: Ending.allCases)
  func `the request that started the transfer may end, and the others get the response`(ending: Ending) async throws {
    let leader = connection(Recorder())
    let followerRecorder = Recorder()
    let follower = connection(followerRecorder)
    let promise = leader.start()
    let other = follower.start()

    switch ending {
    case .cancel: leader.cancel()
    case .interrupt: leader.interrupt()
    case .restart: leader.restart()
    case .cancelPromise: promise.cancel()
    }
    manual.answer(0, pong)

    #expect(try await other.value == "pong")
    #expect(manual.events.isEmpty)
    #expect(manual.requests.count == 1)
    leader.cancel()
  }

  @Test(arguments: [true, false])
  func `the time limit of an attempt is paused while all waiters are suspended, and not for the leader alone`(
    hasFollower: Bool
  ) async throws {
    let clock = TestClock()
    let leader = connection(Recorder()).use(.timeout(attempt: .seconds(1), clock: clock))
    let follower = connection(Recorder())
    leader.start()
    let promise = hasFollower ? follower.start() : nil
    try await clock.waitForSleepers(1)

    leader.suspend()
    clock.advance(by: .seconds(1))

    if let promise {
      let error = await promise.outcome.errorInfo?.error
      #expect((error?.nativeError as? TimedOut)?.scope == .attempt)
    } else {
      #expect(clock.sleeperCount == 0)
      #expect(manual.open == [0])
    }
    leader.cancel()
  }

  @Test func `a restart of the only one ends its transfer before it begins the next`() async throws {
    let connector = BasicConnector()
    let leader = connection(Recorder(), over: connector)
    let promise = leader.start()

    leader.restart()
    let log = connector.log.all
    connector.answer(Response())
    connector.answer(pong)

    #expect(log == ["execute", "cancel", "execute"])
    #expect(try await promise.value == "pong")
  }

  @Test func `a waiter may restart, and gets the response of the same transfer`() async throws {
    let leader = connection(Recorder())
    let follower = connection(Recorder())
    let promises = [leader.start(), follower.start()]

    follower.restart()
    leader.restart()
    manual.answer(0, pong)

    for promise in promises { #expect(try await promise.value == "pong") }
    #expect(manual.requests.count == 1)
  }

  @Test func `a transfer is held while the waiter that suspended it is the only one`() async throws {
    let leader = connection(Recorder())
    let follower = connection(Recorder())
    leader.start()

    leader.suspend()
    follower.start()
    follower.cancel()
    try await manual.told(.suspend(0))
    while manual.events.count < 3 { await Task.yield() }
    leader.resume()

    #expect(manual.events == [.suspend(0), .resume(0), .suspend(0), .resume(0)])
    leader.cancel()
  }

  @Test func `a transfer continues while others wait, even if one of them suspends it`() async throws {
    let leader = connection(Recorder())
    let follower = connection(Recorder())
    leader.start()
    let other = follower.start()

    leader.suspend()
    follower.suspend()
    manual.answer(0, pong)

    #expect(try await other.value == "pong")
    #expect(!manual.events.contains(.suspend(0)))
    leader.cancel()
  }

  @Test func `transfers that the leader held continue once it has left`() async throws {
    let leader = connection(Recorder())
    let follower = connection(Recorder())
    leader.start()
    leader.suspend()
    let other = follower.start()

    leader.cancel()
    manual.answer(0, pong)

    #expect(try await other.value == "pong")
    #expect(manual.events == [.suspend(0), .resume(0)])
  }

  @Test func `progress is reported to the request that started the transfer`() async throws {
    let leader = connection(Recorder())
    let follower = connection(Recorder())
    let heard = Record<String>()
    let promises = [leader.start(), follower.start()]

    promises[0].progress { _, _ in heard.add("leader") }
    promises[1].progress { _, _ in heard.add("follower") }
    manual.progress(0, TransferProgress(received: 1))
    manual.answer(0, pong)

    for promise in promises { #expect(try await promise.value == "pong") }
    #expect(heard.all == ["leader"])
  }

  @Test func `a connection leaves nothing behind, in whichever order its parts end`() async throws {
    weak var weakLeader: Connection<String>?
    do {
      let leader = connection(Recorder())
      weakLeader = leader
      let promises = [leader.start(), connection(Recorder()).start()]
      manual.answer(0, pong)
      for promise in promises { #expect(try await promise.value == "pong") }
    }

    for _ in 0..<1_000_000 where weakLeader != nil { await Task.yield() }
    #expect(weakLeader == nil)
  }
}
