import AbstractHTTP
import Foundation
@testable import TestSupport

/// A client that sends and receives bytes, so that nothing stands between a test and the server.
///
/// What it does blocks a queue of its own, never a test's thread.
final class RawClient: Sendable {
  /// How the server left the connection.
  enum End: Equatable { case closed, reset }

  private let descriptor: Int32
  private let queue = DispatchQueue(label: "RawClient")
  private let unread = Locked<[UInt8]>([])

  init(port: Int) throws {
    descriptor = socket(AF_INET, Self.stream, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    // No test waits so long; one that fails is not to hang.
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    if result != 0 { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    #if canImport(Darwin)
      var yes: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  deinit { close(descriptor) }

  #if canImport(Darwin)
    private static let stream = SOCK_STREAM
    private static let flags: Int32 = 0
  #else
    private static let stream = Int32(SOCK_STREAM.rawValue)
    private static let flags = Int32(MSG_NOSIGNAL)
  #endif

  /// - Returns: Whether the other side took all of it.
  @discardableResult
  func send(_ text: String) async -> Bool { await send(Array(text.utf8)) }

  /// - Returns: Whether the other side took all of it.
  @discardableResult
  func send(_ bytes: [UInt8]) async -> Bool {
    await perform { [descriptor] in
      var sent = 0
      while sent < bytes.count {
        let count = bytes[sent...].withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, Self.flags) }
        if count <= 0 { return false }
        sent += count
      }
      return true
    }
  }

  func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Sends, and receives one response.
  func exchange(_ text: String) async -> String {
    await send(text)
    return await response()
  }

  /// Receives one response, framed by its `Content-Length`, if it has one.
  func response() async -> String {
    let head = await receive(through: "\r\n\r\n")
    let length = head.lowercased().split(separator: "\r\n").lazy.compactMap { line in
      line.hasPrefix("content-length: ") ? Int(line.dropFirst(16)) : nil
    }.first
    return head + (await receive(length ?? 0))
  }

  /// Receives up to and with a mark, or to the end.
  func receive(through mark: String) async -> String {
    await receive { bytes in
      String(decoding: bytes, as: UTF8.self).range(of: mark).map { text in
        String(decoding: bytes, as: UTF8.self)[..<text.upperBound].utf8.count
      }
    }.text
  }

  /// Receives so many bytes, or to the end.
  func receive(_ count: Int) async -> String {
    await receive { $0.count >= count ? count : nil }.text
  }

  /// Receives until the server closes or resets.
  func rest() async -> (text: String, end: End?) {
    await receive { _ in nil }
  }

  private func receive(
    until isEnough: @escaping @Sendable ([UInt8]) -> Int?
  ) async -> (text: String, end: End?) {
    await perform { [self] in
      var bytes = unread.withLock { $0 }
      var buffer = [UInt8](repeating: 0, count: 65_536)
      var end: End?
      while isEnough(bytes) == nil, end == nil {
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count > 0 { bytes += buffer[..<count] } else { end = count == 0 ? .closed : .reset }
      }
      let taken = isEnough(bytes) ?? bytes.count
      unread.withLock { [left = Array(bytes[taken...])] in $0 = left }
      return (String(decoding: bytes[..<taken], as: UTF8.self), end)
    }
  }

  private func perform<Output: Sendable>(_ work: @escaping @Sendable () -> Output) async -> Output {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: work()) }
    }
  }
}
