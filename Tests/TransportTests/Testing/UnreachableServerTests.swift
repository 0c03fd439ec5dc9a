import AbstractHTTPTesting
import Foundation
import Testing
@testable import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct UnreachableServerTests {
  @Test func `refuses connections, and keeps its port`() throws {
    let deadEnd = try UnreachableServer(.refusing)

    #expect(throws: POSIXError(.ECONNREFUSED)) { try RawClient(port: deadEnd.port) }
    #expect(throws: SocketError.self) { try LoopbackServer(port: UInt16(deadEnd.port)) }
    #expect(deadEnd.url("/a") == "http://127.0.0.1:\(deadEnd.port)/a")
  }

  @Test func `lets nobody connect`() throws {
    let deadEnd = try UnreachableServer(.unanswering)
    let server = try LoopbackServer()

    #expect(try connectsAtOnce(to: server.port))
    #expect(try !connectsAtOnce(to: deadEnd.port))
  }

  /// On the loopback interface a connection is made before `connect` returns, or never.
  private func connectsAtOnce(to port: Int) throws -> Bool {
    #if canImport(Darwin)
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    defer { close(descriptor) }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    _ = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&polled, 1, 0) == 1
  }
}
