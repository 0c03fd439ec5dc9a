#if os(Linux)
  import Foundation

  /// A server that reads bodies, keeps nothing of them, and answers.
  final class DiscardServer: Sendable {
    let url: String
    private let listener: Int32

    init() throws {
      listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let result = withUnsafeMutablePointer(to: &address) { [listener] address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> Int32 in
          guard bind(listener, address, size) == 0, listen(listener, 10) == 0 else { return -1 }
          return getsockname(listener, address, &size)
        }
      }
      guard result == 0 else { throw URLError(.cannotConnectToHost) }
      url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/"
      Thread.detachNewThread { [listener] in
        while case let client = accept(listener, nil, nil), client >= 0 {
          Thread.detachNewThread { Self.serve(client) }
        }
      }
    }

    deinit {
      shutdown(listener, Int32(SHUT_RDWR))
      close(listener)
    }

    /// Reads one request with a body in chunks, whose bytes are no zeros as text, and answers it.
    private static func serve(_ client: Int32) {
      defer { close(client) }
      var buffer = [UInt8](repeating: 0, count: 1 << 18)
      var tail: [UInt8] = []
      while !tail.elementsEqual("\r\n0\r\n\r\n".utf8) {
        let count = recv(client, &buffer, buffer.count, 0)
        guard count > 0 else { return }
        tail = Array((tail + buffer[max(0, count - 7)..<count]).suffix(7))
      }
      let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok".utf8)
      _ = send(client, answer, answer.count, Int32(MSG_NOSIGNAL))
    }
  }
#endif
