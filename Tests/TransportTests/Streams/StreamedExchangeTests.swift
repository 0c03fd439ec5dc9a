import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// An exchange whose response is streamed, over an engine that answers before its `start` returns.
@Suite(.timeLimit(.minutes(1)))
struct StreamedExchangeTests {
  @Test func `it reaches its transfer after a head that came before the transfer was known`() async throws {
    let engine = QuickEngine()
    let connector = DefaultHTTPConnector(engine: engine)
    var request = try Request("http://stub.test/")
    request.delivery = .stream

    let exchange = connector.start(request, progress: { _ in }) { result in
      engine.keep(try? result.get().stream)
    }
    exchange.suspend()
    exchange.resume()
    exchange.cancel()

    #expect(engine.orders.all == ["suspend", "resume", "cancel"])
  }

  @Test func `a transfer whose stream has ended is let go of`() async throws {
    let engine = QuickEngine()
    let connector = DefaultHTTPConnector(engine: engine)
    var request = try Request("http://stub.test/")
    request.delivery = .stream
    weak var held: (any HTTPExchange)?

    held = connector.start(request, progress: { _ in }) { result in
      engine.keep(try? result.get().stream)
    }
    engine.end()

    while held != nil { await Task.yield() }
    #expect(engine.orders.all.isEmpty)
  }
}

/// An engine whose `start` returns only after its response was given to the caller.
private final class QuickEngine: TransferEngine {
  let orders = Record<String>()
  private let buffer = StreamBuffer()
  private let streams = Record<ResponseStream?>()
  private let isGiven = DispatchSemaphore(value: 0)

  func keep(_ stream: ResponseStream?) {
    streams.add(stream)
    isGiven.signal()
  }

  func end() { buffer.finish(.success(nil)) }

  func start(
    _ request: WireRequest,
    progress: @escaping @Sendable (TransferProgress) -> Void,
    complete: @escaping @Sendable (Result<WireResponse, any Error>) -> Void
  ) -> any HTTPExchange {
    var response = WireResponse(statusCode: 200, headers: [:], data: Data())
    response.stream = StreamSource(buffer)
    complete(.success(response))
    isGiven.wait()
    return Transfer(orders)
  }

  private final class Transfer: HTTPExchange {
    private let orders: Record<String>

    init(_ orders: Record<String>) { self.orders = orders }

    func cancel() { orders.add("cancel") }
    func suspend() { orders.add("suspend") }
    func resume() { orders.add("resume") }
  }
}
