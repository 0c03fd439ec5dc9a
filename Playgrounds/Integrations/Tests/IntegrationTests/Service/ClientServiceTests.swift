import AbstractHTTP
import AbstractHTTPService
import AbstractHTTPTesting
import Foundation
import Logging
import ServiceLifecycle
import ServiceLifecycleTestKit
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ClientServiceTests {
  private let connector = ManualConnector()
  private let clock = TestClock()
  private let service: ClientService

  init() {
    let client = Client(baseURL: "https://api.test") { [connector] in
      $0.httpConnector = { connector }
      $0.callbackInMainThread = false
    }
    service = ClientService(client, clock: clock)
  }

  private func call() -> Task<String, any Error> {
    Task { [service] in try await service.client.http("/").fetchString().value }
  }

  private func untilShutdown() async throws {
    while !service.isShuttingDown {
      try Task.checkCancellation()
      await Task.yield()
    }
  }

  @Test func `a call in flight ends before the service does`() async throws {
    let call = call()
    try await connector.begun(1)

    try await testGracefulShutdown { trigger in
      async let running: Void = service.run()
      trigger.triggerGracefulShutdown()
      try await untilShutdown()
      connector.answer(0, Response(data: Data("whole".utf8)))
      try await running
    }

    #expect(try await call.value == "whole")
    #expect(connector.events.isEmpty)
  }

  @Test func `a call during the shutdown isn't sent`() async throws {
    let first = call()
    try await connector.begun(1)

    let error = try await testGracefulShutdown { trigger in
      async let running: Void = service.run()
      trigger.triggerGracefulShutdown()
      try await untilShutdown()
      let error = await #expect(throws: ConnectionError.self) { try await call().value }
      connector.answer(0)
      try await running
      return error
    }

    _ = try await first.value
    #expect(error?.nativeError is ShuttingDown)
    #expect(connector.requests.count == 1)
  }

  @Test func `what is left after the time of grace is cancelled`() async throws {
    let call = call()
    try await connector.begun(1)

    try await testGracefulShutdown { trigger in
      async let running: Void = service.run()
      trigger.triggerGracefulShutdown()
      try await clock.run(sleeps: 1)
      try await running
    }

    let error = await #expect(throws: ConnectionError.self) { try await call.value }
    #expect(error?.isCancelled == true)
    #expect(connector.events == [.cancel(0)])
  }

  @Test func `a stream is waited for to its end`() async throws {
    let (body, writer) = ResponseStream.make()
    let call = Task { [service] in try await service.client.http("/").fetchStream().value }
    try await connector.begun(1)
    connector.answer(0, Response(stream: body))
    let stream = try await call.value

    try await testGracefulShutdown { trigger in
      async let running: Void = service.run()
      trigger.triggerGracefulShutdown()
      try await untilShutdown()
      try await writer.write(Data("late".utf8))
      writer.finish()
      #expect(try await stream.collect(upTo: 10) == Data("late".utf8))
      try await running
    }
  }

  @Test func `cancelling the service cancels its calls at once`() async throws {
    let call = call()
    try await connector.begun(1)
    let running = Task { [service] in try await service.run() }

    running.cancel()
    await #expect(throws: CancellationError.self) { try await running.value }

    let error = await #expect(throws: ConnectionError.self) { try await call.value }
    #expect(error?.isCancelled == true && service.isShuttingDown)
  }

  @Test func `a group ends what uses the client first, and then the client`() async throws {
    let ends = Gate()
    let service = ClientService(service.client) { ends.open() }
    let call = Task { try await service.client.http("/").fetchString().value }
    try await connector.begun(1)
    let group = ServiceGroup(services: [service], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })

    async let running: Void = group.run()
    await group.triggerGracefulShutdown()
    connector.answer(0, Response(data: Data("whole".utf8)))
    try await running

    #expect(try await call.value == "whole")
    try await ends.wait()
  }
}
