public import AbstractHTTP
import Foundation

/// A non-blocking stream socket. Its creator must close it.
struct Socket: Sendable {
  /// The result of a system call.
  enum Outcome: Equatable {
    case bytes(Int)
    case notNow
    case ended
  }

  let descriptor: Int32

  private init(descriptor: Int32) { self.descriptor = descriptor }

  /// Creates a socket that never blocks and never raises SIGPIPE.
  init(_ host: LoopbackHost) throws(SocketError) {
    #if canImport(Darwin)
      descriptor = socket(host.family, SOCK_STREAM, 0)
    #else
      descriptor = socket(host.family, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    guard descriptor >= 0 else { throw SocketError("socket") }
    prepare()
  }

  private func prepare() {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    #if canImport(Darwin)
      set(SO_NOSIGPIPE, level: SOL_SOCKET, to: Int32(1))
    #endif
  }

  func set<Option>(_ option: Int32, level: Int32, to value: Option) {
    _ = withUnsafeBytes(of: value) { setsockopt(descriptor, level, option, $0.baseAddress, socklen_t($0.count)) }
  }

  /// Accepts the next connection; `nil` if there is none, or no descriptor is left for it.
  func acceptNext() -> Socket? {
    let accepted = accept(descriptor, nil, nil)
    guard accepted >= 0 else { return nil }
    let socket = Socket(descriptor: accepted)
    socket.prepare()
    socket.set(TCP_NODELAY, level: Int32(IPPROTO_TCP), to: Int32(1))
    return socket
  }

  func receive(into buffer: UnsafeMutableRawBufferPointer) -> Outcome {
    outcome(recv(descriptor, buffer.baseAddress, buffer.count, 0))
  }

  func transmit(_ bytes: UnsafeRawBufferPointer) -> Outcome {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    return outcome(send(descriptor, bytes.baseAddress, bytes.count, flags))
  }

  private func outcome(_ count: Int) -> Outcome {
    if count > 0 { return .bytes(count) }
    return count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) ? .notNow : .ended
  }

  /// Ends the output, and still receives.
  func finishSending() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  func end() { _ = close(descriptor) }

  /// Closes with a reset instead of an end: unread bytes are lost on both sides.
  func reset() {
    set(SO_LINGER, level: SOL_SOCKET, to: linger(l_onoff: 1, l_linger: 0))
    end()
  }
}

/// The error of a failed system call, such as binding a port that is in use.
public struct SocketError: AbstractHTTPError, Hashable {
  /// The name of the call.
  public let call: String
  /// The system's `errno`.
  public let code: Int32

  /// Reads `errno`.
  init(_ call: String) {
    self.call = call
    code = errno
  }

  /// The name of the call, and the system's message for the error.
  public var description: String { "\(call): \(String(cString: strerror(code)))" }
}
