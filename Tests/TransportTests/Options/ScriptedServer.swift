#if os(Linux)
  import Foundation
  import Glibc
  import Testing

  @testable import TestSupport

  /// A listener whose connections a closure serves, each on a thread of its own: on a Unix socket, or on a port.
  final class ScriptedServer: Sendable {
    let port: UInt16
    private let listener: Int32

    /// - Parameter path: The path of a Unix socket; `nil` for a free port.
    init(at path: String? = nil, serving serve: @escaping @Sendable (Connection) -> Void) throws {
      let listener = socket(path == nil ? AF_INET : AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      try #require(path.map { Self.bind(listener, to: $0) } ?? Self.bindToPort(listener))
      try #require(listen(listener, 16) == 0)
      self.listener = listener
      port = Self.port(of: listener)
      let thread = Thread {
        while case let descriptor = accept(listener, nil, nil), descriptor >= 0 {
          Thread {
            serve(Connection(descriptor: descriptor))
            close(descriptor)
          }
          .start()
        }
        close(listener)
      }
      thread.start()
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    /// The bytes of one client.
    struct Connection {
      let descriptor: Int32

      /// Reads up to the empty line after a head; `nil` if the client has closed.
      func head() -> String? {
        var text: [UInt8] = []
        while let byte = bytes(1)?.first {
          text.append(byte)
          if text.suffix(4) == Array("\r\n\r\n".utf8) { return String(decoding: text, as: UTF8.self) }
        }
        return nil
      }

      func bytes(_ count: Int) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: count)
        return recv(descriptor, &buffer, count, Int32(MSG_WAITALL)) == count ? buffer : nil
      }

      func send(_ bytes: [UInt8]) { _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }

      /// Answers each request with a text, until the client closes.
      func answer(_ text: (_ head: String) -> String) {
        while let head = head() {
          let text = text(head)
          send(Array("HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)".utf8))
        }
      }
    }

    private static func bind(_ socket: Int32, to path: String) -> Bool {
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
      return withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          Glibc.bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
        }
      }
    }

    private static func bindToPort(_ socket: Int32) -> Bool {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      return withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          Glibc.bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
      }
    }

    private static func port(of socket: Int32) -> UInt16 {
      var address = sockaddr_in()
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      return withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(socket, $0, &size) }
        return UInt16(bigEndian: pointer.pointee.sin_port)
      }
    }
  }
#endif
