import Testing

@testable import AbstractHTTP
@testable import TestSupport

@Suite(.timeLimit(.minutes(1))) struct PromiseListenersTests {
  private final class Owner: Sendable {}

  private let owners = (0..<1000).map { _ in Owner() }

  private func listener(_ index: Int, heard: Record<Int>? = nil) -> PromiseListener {
    .observer(ObjectIdentifier(owners[index])) { _ in heard?.add(index) }
  }

  @Test(arguments: [1, 2, 17, 1000])
  func `listeners are called in the order they came, without those that were removed`(count: Int) {
    let heard = Record<Int>()
    var listeners = PromiseListeners()
    for index in 0..<count { listeners.append(listener(index, heard: heard)) }

    for index in stride(from: 0, to: count, by: 3) { _ = listeners.remove(ObjectIdentifier(owners[index])) }
    #expect(listeners.remove(ObjectIdentifier(Owner())) == nil)
    listeners.append(listener(0, heard: heard))
    #expect(listeners.count == heard.all.count + (0..<count).count { $0 % 3 != 0 } + 1)
    listeners.forEach { $0.receive(.removed) }

    #expect(heard.all == (0..<count).filter { $0 % 3 != 0 } + [0])
  }

  @Test(arguments: [true, false])
  func `in whatever order they are removed, none is left`(isReversed: Bool) {
    var listeners = PromiseListeners()
    for index in owners.indices { listeners.append(listener(index)) }

    for index in isReversed ? owners.indices.reversed() : Array(owners.indices) {
      #expect(listeners.hasWaiting)
      #expect(listeners.remove(ObjectIdentifier(owners[index])) != nil)
    }

    #expect(listeners.isEmpty)
    #expect(!listeners.hasWaiting)
  }

  @Test func `a watcher of progress is no listener that waits`() {
    var listeners = PromiseListeners()
    listeners.append(.watcher(ObjectIdentifier(owners[0])) { _ in })
    #expect(!listeners.hasWaiting)
    listeners.append(listener(1))
    listeners.append(.watcher(nil) { _ in })
    #expect(listeners.hasWaiting)

    _ = listeners.remove(ObjectIdentifier(owners[1]))

    #expect(!listeners.hasWaiting)
    #expect(listeners.count == 2)
  }

  @Test func `a promise that many tasks wait for is left by each of them`() async {
    let (promise, open) = Number.pending()
    let tasks = owners.map { _ in Task { await promise.outcome } }
    await promise.listenedTo(by: owners.count)

    for task in tasks.dropLast() { task.cancel() }
    for task in tasks.dropLast() { #expect(await task.value == .cancelled(nil)) }
    #expect(promise.settled == nil)
    tasks.last?.cancel()

    #expect(await tasks.last?.value == .cancelled(nil))
    #expect(promise.settled == .cancelled(nil))
    withExtendedLifetime(open) {}
  }
}
