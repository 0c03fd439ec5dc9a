import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct LoopbackServerLifeTests {
  @Test func `stops with its connections, and its port is free`() async throws {
    let server = try LoopbackServer()
    server.on(.get, "/", .text("Hello")).on(.get, "/held", .text("never").held(at: Gate()))
    let (idle, held) = (try RawClient(port: server.port), try RawClient(port: server.port))
    _ = await idle.exchange("GET / HTTP/1.1\r\n\r\n")
    await held.send("GET /held HTTP/1.1\r\n\r\n")
    try await server.waitForRequests(2)

    server.stop()

    #expect(await idle.rest().end == .closed)
    #expect(await held.rest().end == .closed)
    #expect(server.openConnections == 0)
    #expect(throws: POSIXError(.ECONNREFUSED)) { try RawClient(port: server.port) }
    let next = try LoopbackServer(port: UInt16(server.port))
    #expect(next.port == server.port)
  }

  @Test func `stops when nobody holds it, and lets go of what its routes hold`() async throws {
    final class Held: Sendable {}
    var server: LoopbackServer? = try LoopbackServer()
    let port = try #require(server?.port)
    weak var held: Held?
    do {
      let object = Held()
      held = object
      server?.on(.get, "/") { _ in .text("\(object)") }
    }
    #expect(held != nil)

    server = nil

    #expect(held == nil)
    #expect(throws: POSIXError(.ECONNREFUSED)) { try RawClient(port: port) }
  }

  @Test func `lets go of itself when it is stopped, even if its routes hold it`() throws {
    weak var server: LoopbackServer?
    do {
      let object = try LoopbackServer()
      object.on(.get, "/") { _ in .redirect(to: object.url("/there")) }
      server = object
      object.stop()
      object.stop()
    }

    #expect(server == nil)
  }

  @Test func `can be stopped by its own route`() async throws {
    let server = try LoopbackServer()
    server.on(.get, "/stop") { [weak server] _ in
      server?.stop()
      return .text("bye")
    }
    let client = try RawClient(port: server.port)

    await client.send("GET /stop HTTP/1.1\r\n\r\n")

    #expect(await client.rest().end == .closed)
  }

  @Test func `a port in use is an error`() throws {
    let server = try LoopbackServer()

    #expect(throws: SocketError.self) { try LoopbackServer(port: UInt16(server.port)) }
  }

  @Test func `listens on IPv6 too`() async throws {
    let server = try LoopbackServer(on: .ipv6)

    #expect(server.url("/a?b") == "http://[::1]:\(server.port)/a?b")
    #expect(server.baseURL.host == "::1")
  }

  @Test func `many serve at once, many clients each`() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...20 {
        group.addTask {
          let server = try LoopbackServer()
          server.on(.get, "/", .text("\(number)"))
          for _ in 1...10 {
            let client = try RawClient(port: server.port)
            for _ in 1...10 {
              #expect(await client.exchange("GET / HTTP/1.1\r\n\r\n").hasSuffix("\r\n\r\n\(number)"))
            }
          }
          #expect(server.requestCount == 100)
          #expect(server.acceptedConnections == 10)
        }
      }
      try await group.waitForAll()
    }
  }

  #if os(Linux)
    private static var descriptorCount: Int {
      (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    }

    @Test func `leaves no descriptor behind`() async {
      // In a process of its own, where no other test opens sockets.
      await #expect(processExitsWith: .success) {
        _ = try LoopbackServer()
        let before = Self.descriptorCount

        for _ in 1...100 {
          let server = try LoopbackServer()
          server.on(.get, "/", .fault(.silence))
          let client = try RawClient(port: server.port)
          await client.send("GET / HTTP/1.1\r\n\r\n")
          try await server.waitForRequests(1)
        }

        // Of each server at least one would be left; a few are the system's own.
        for _ in 0..<10_000 where Self.descriptorCount > before + 50 { await Task.yield() }
        exit(Self.descriptorCount <= before + 50 ? EXIT_SUCCESS : EXIT_FAILURE)
      }
    }
  #endif
}
