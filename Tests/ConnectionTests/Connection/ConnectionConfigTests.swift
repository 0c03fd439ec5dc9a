import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct ConnectionConfigTests {
  private let config = ConnectionConfig()
  private let connector = StubConnector(Response(data: Data("pong".utf8)))

  private func connection() -> Connection<String> {
    let spec = Probe(recorder: Recorder())
    return Connection(spec, spec, nil, options: config.shared)
  }

  @Test func `begins with quiet connections that deliver on the main thread over the default connector`() {
    #expect(!config.isLogEnabled)
    #expect(config.callbackInMainThread)
    #expect(config.middleware.isEmpty)
    #expect(config.httpConnector() is DefaultHTTPConnector)
    #expect(config.urlEncoder() is DefaultURLEncoder)
  }

  @Test func `every new connection starts with its settings`() {
    let connector = connector
    config.httpConnector = { connector }
    config.urlEncoder = { Upper() }
    config.callbackInMainThread = false
    config.isLogEnabled = true

    let connection = connection()

    #expect(connection.httpConnector === connector)
    #expect(connection.urlEncoder is Upper)
    #expect(!connection.callbackInMainThread)
    #expect(connection.isLogEnabled)
  }

  @Test func `connections that exist keep what they have`() {
    let connection = connection()

    config.callbackInMainThread = false
    config.middleware = [.headers(["A": "b"])]
    config.urlEncoder = { Upper() }

    #expect(connection.callbackInMainThread)
    #expect(connection.middleware.isEmpty)
    #expect(connection.urlEncoder is DefaultURLEncoder)
  }

  @Test func `its middleware applies to every connection, outside of what the connection uses at the same place`() {
    config.middleware = [.headers(["User-Agent": "a", "A": "b"])]
    config.callbackInMainThread = false

    for _ in 0..<2 {
      let connection = connection()
      connection.httpConnector = connector
      connection.use(.headers(["A": "c"])).start()
    }

    #expect(
      connector.requests.map(\.headers)
        == [["A": "b", "User-Agent": "a"], ["A": "b", "User-Agent": "a"]].map {
          HTTPHeaders($0).reversedByName
        }
    )
  }

  @Test func `its factories are called once a connection`() {
    let made = Record<String>()
    let connector = connector
    config.callbackInMainThread = false
    config.httpConnector = {
      made.add("connector")
      return connector
    }
    config.urlEncoder = {
      made.add("encoder")
      return DefaultURLEncoder()
    }
    let connection = connection()

    connection.start()
    connection.restart()
    _ = connection.httpConnector

    #expect(made.all.sorted() == ["connector", "encoder"])
  }

  @Test func `connections read the shared one`() {
    #expect(Connection(Probe(recorder: Recorder())).isLogEnabled == ConnectionConfig.shared.isLogEnabled)
  }
}

extension HTTPHeaders {
  fileprivate var reversedByName: HTTPHeaders { HTTPHeaders(sorted { $0.name > $1.name }) }
}

private struct Upper: URLEncoder {
  func encode(_ text: String) -> String { text.uppercased() }
}
