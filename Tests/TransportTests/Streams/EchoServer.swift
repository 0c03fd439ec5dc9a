#if os(Linux)
  import Foundation
  @testable import TestSupport

  /// A server that answers at the head of a request, and sends back each byte of its body as it comes.
  final class EchoServer: Sendable {
    let url: String
    private let listener: Int32

    init() throws {
      listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let port = withUnsafeMutablePointer(to: &address) { [listener] address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> Int32 in
          guard bind(listener, address, size) == 0, listen(listener, 10) == 0 else { return -1 }
          return getsockname(listener, address, &size)
        }
      }
      guard port == 0 else { throw URLError(.cannotConnectToHost) }
      url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/"
      Thread.detachNewThread { [listener] in
        while case let client = accept(listener, nil, nil), client >= 0 { Self.serve(client) }
      }
    }

    deinit {
      shutdown(listener, Int32(SHUT_RDWR))
      close(listener)
    }

    private static func serve(_ client: Int32) {
      defer { close(client) }
      var on: Int32 = 1
      setsockopt(client, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
      var head = ""
      while !head.hasSuffix("\r\n\r\n") {
        guard let byte = read(client) else { return }
        head.unicodeScalars.append(Unicode.Scalar(byte))
      }
      let fields = head.lowercased().split(separator: "\r\n").filter { $0.hasPrefix("content-length:") }
      let length = fields.first.flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) }
      send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", to: client)
      if let length {
        echo(length, to: client)
      } else {
        while let size = chunk(client), size > 0 { echo(size, to: client) }
      }
      send("0\r\n\r\n", to: client)
      while read(client) != nil {}
    }

    private static func echo(_ length: Int, to client: Int32) {
      for _ in 0..<length {
        guard let byte = read(client) else { return }
        send("1\r\n\(Unicode.Scalar(byte))\r\n", to: client)
      }
    }

    /// The size of the next chunk, behind the end of the one before.
    private static func chunk(_ client: Int32) -> Int? {
      var line = ""
      while line.trimmingCharacters(in: .newlines).isEmpty || !line.hasSuffix("\r\n") {
        guard let byte = read(client) else { return nil }
        line.unicodeScalars.append(Unicode.Scalar(byte))
      }
      return Int(line.trimmingCharacters(in: .newlines), radix: 16)
    }

    private static func read(_ client: Int32) -> UInt8? {
      var byte: UInt8 = 0
      return recv(client, &byte, 1, 0) == 1 ? byte : nil
    }

    private static func send(_ text: String, to client: Int32) {
      let bytes = Array(text.utf8)
      _ = Glibc.send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }
  }
#endif
