import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

/// Objects of the user's are released outside the library's locks: their `deinit` may use what held them.
@Suite(.timeLimit(.minutes(1)))
struct ConnectionReleaseTests {
  private static let pong = Response(data: Data("pong".utf8))
  private let connection = Connection.probe(Probe(recorder: Recorder()))

  private let released = Counter()

  /// An object that uses the connection as it goes.
  private func bomb() -> Bomb {
    Bomb { [connection, released] in
      _ = connection.httpConnector
      connection.cancel()
      _ = (connection.latestRequest, connection.holder.count, connection.listeners.count)
      _ = released.next()
    }
  }

  /// The settings that hold an object, each with what replaces it.
  private static let settings: [(String, @Sendable (Connection<String>, Bomb?) -> Void)] = [
    ("httpConnector", { $0.httpConnector = Holding($1) }),
    ("urlEncoder", { $0.urlEncoder = Holding($1) }),
    ("listeners", { $0.listeners = [Holding($1)] }),
    ("responseListeners", { $0.responseListeners = [Holding($1)] }),
    ("errorListeners", { $0.errorListeners = [Holding($1)] }),
    (
      "holder",
      { connection, bomb in
        connection.holder = ConnectionHolder()
        connection.holder.addListener(Holding(bomb))
      }
    ),
  ]

  @Test(arguments: settings.indices)
  func `a setting that is replaced is released outside the lock`(index: Int) {
    Self.settings[index].1(connection, bomb())

    Self.settings[index].1(connection, nil)

    #expect(released.next() == 2, "\(Self.settings[index].0)")
  }

  @Test func `the request before the latest is released outside the lock`() {
    connection.use(Middleware("forget", wrapping: { _ in Stage("pong") { _ in Self.pong } }))
    let bombs = Slot(bomb())
    connection.transform { pipeline in
      pipeline.insert(
        Stage<Request, Request>("tag") { request in
          var request = request
          request.context[BombKey.self] = bombs.take()
          return request
        },
        after: \.makeRequest
      )
    }

    connection.start()
    connection.start()

    #expect(released.next() == 2)
  }

  @Test func `the model of a call is released outside the lock`() {
    let bombs = Slot<Bomb>(nil)
    let connection = Connection(requestSpec: Plain(url: "http://probe.test/"), responseSpec: MakingBomb(bombs: bombs))
    connection.httpConnector = StubConnector(Self.pong)
    connection.callbackInMainThread = false
    bombs.put(
      Bomb { [weak connection, released] in
        connection?.cancel()
        _ = released.next()
      }
    )

    connection.start()

    #expect(released.next() == 2)
  }

  @Test func `a credential that is replaced is released outside the lock`() {
    let stores = Slot<CredentialStore<Bomb>>(nil)
    let store = CredentialStore(
      Bomb { [released] in
        _ = stores.peek()?.credential
        _ = released.next()
      },
      by: Keys()
    )
    stores.put(store)

    store.credential = Bomb {}

    #expect(released.next() == 2)
    _ = stores.take()
  }

  @Test func `a request that a stub forgets is released outside the lock`() throws {
    let stub = StubConnector(Self.pong)
    var request = try Request("http://probe.test/")
    request.context[BombKey.self] = Bomb { [released] in
      _ = stub.requestCount
      _ = released.next()
    }
    _ = stub.start(request, progress: { _ in }) { _ in }
    request = try Request("http://probe.test/")

    for _ in 0..<(2 * StubConnector.recordingLimit) { _ = stub.start(request, progress: { _ in }) { _ in } }

    #expect(released.next() == 2)
  }
}

/// Does something as it goes.
private final class Bomb: Sendable {
  private let action: @Sendable () -> Void

  init(_ action: @escaping @Sendable () -> Void) { self.action = action }

  deinit { action() }
}

/// Holds an object until it is taken.
private final class Slot<Value: Sendable>: Sendable {
  private let value: Locked<Value?>

  init(_ value: Value?) { self.value = Locked(value) }

  func peek() -> Value? { value.withLock { $0 } }
  func put(_ new: Value) { value.withLock { $0 = new } }
  func take() -> Value? { value.withLock { $0.take() } }
}

private enum BombKey: RequestContextKey { typealias Value = Bomb }

private struct MakingBomb: ResponseSpec {
  let bombs: Slot<Bomb>

  func parseResponse(response: Response) throws -> Bomb { bombs.take() ?? Bomb {} }
}

private struct Keys: Authenticator {
  func apply(_ credential: Bomb, to request: inout Request) {}
  func refresh(_ credential: Bomb) async throws -> Bomb { credential }
}

private final class Holding: HTTPConnector, URLEncoder, ConnectionListener, ConnectionResponseListener,
  ConnectionErrorListener, ConnectionHolderListener
{
  private let bomb: Bomb?

  init(_ bomb: Bomb?) { self.bomb = bomb }

  func execute(request: Request, complete: @escaping @Sendable (Response?, (any Error)?) -> Void) {
    complete(Response(), nil)
  }

  func cancel() {}

  func encode(_ text: String) -> String { text }
}
