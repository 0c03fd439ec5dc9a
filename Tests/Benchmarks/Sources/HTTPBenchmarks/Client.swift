import AbstractHTTP
import AsyncHTTPClient
import Foundation
import NIOCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A way to get a URL, and how many requests of it make a round of about the same length as the others'.
struct Client: Sendable {
  let name: String
  let requests: Int
  /// Sends one request, and says whether its 1 KB came.
  let get: @Sendable (_ done: @escaping @Sendable (Bool) -> Void) -> Void
}

extension Client {
  static func connection(_ url: String) -> Client {
    Client(name: "Connection", requests: 10_000) { done in
      let connection = Connection(GetData(url: url))
      connection.callbackInMainThread = false
      connection.start().then { data, _ in done(data?.count == 1024) }
    }
  }

  static func connector(_ url: URL) -> Client {
    let connector = DefaultHTTPConnector()
    return Client(name: "DefaultHTTPConnector", requests: 20_000) { done in
      _ = connector.start(Request(url: url), progress: { _ in }) { result in
        done((try? result.get().data.count) == 1024)
      }
    }
  }

  /// With as many connections as there are requests at once.
  static func asyncHTTPClient(_ url: String) throws -> Client {
    let request = try HTTPClient.Request(url: url)
    var configuration = HTTPClient.Configuration()
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
    let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    return Client(name: "async-http-client", requests: 10_000) { done in
      client.execute(request: request).whenComplete { result in
        done((try? result.get().body?.readableBytes) == 1024)
      }
    }
  }

  /// What a program without a library does at best.
  static func urlSession(_ url: URL) -> Client {
    let session = URLSession(configuration: .default)
    return Client(name: "URLSession, one session", requests: 2_000) { done in
      session.dataTask(with: url) { data, _, _ in done(data?.count == 1024) }.resume()
    }
  }

  /// What a library does that makes a session for each request.
  static func urlSessionEach(_ url: URL) -> Client {
    Client(name: "URLSession, one per request", requests: 1_000) { done in
      let session = URLSession(configuration: .default)
      session.dataTask(with: url) { data, _, _ in done(data?.count == 1024) }.resume()
      session.finishTasksAndInvalidate()
    }
  }
}

private struct GetData: ConnectionSpec {
  typealias ResponseModel = Data
  let url: String
}
