import Foundation

extension LoopbackHost {
  var family: Int32 { self == .ipv4 ? AF_INET : AF_INET6 }

  /// Calls a closure with the loopback address for a port, in the system's format.
  func withAddress<Output>(port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Output) -> Output {
    switch self {
    case .ipv4:
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      return Self.bytes(of: address, body)
    case .ipv6:
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      withUnsafeMutableBytes(of: &address.sin6_addr) { $0[15] = 1 }
      return Self.bytes(of: address, body)
    }
  }

  private static func bytes<Address, Output>(
    of address: Address,
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Output
  ) -> Output {
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<Address>.size))
      }
    }
  }
}

extension Socket {
  /// Creates a socket bound exclusively to a port of the loopback interface; 0 chooses a free one.
  static func bound(to host: LoopbackHost, port: UInt16) throws(SocketError) -> Socket {
    let socket = try Socket(host)
    if port != 0 { socket.makeReusable() }
    guard host.withAddress(port: port, { bind(socket.descriptor, $0, $1) }) == 0 else {
      let error = SocketError("bind")
      socket.end()
      throw error
    }
    return socket
  }

  /// Creates a socket that listens on a port of the loopback interface; 0 chooses a free one.
  static func listening(on host: LoopbackHost, port: UInt16, backlog: Int32) throws(SocketError) -> Socket {
    let socket = try bound(to: host, port: port)
    socket.makeReusable()
    guard listen(socket.descriptor, backlog) == 0 else {
      let error = SocketError("listen")
      socket.end()
      throw error
    }
    return socket
  }

  /// Allows the port to be reused as soon as this socket is closed. Not before a free port has been found, because the
  /// system may give the same one to two sockets that would share it.
  private func makeReusable() { set(SO_REUSEADDR, level: SOL_SOCKET, to: Int32(1)) }

  /// The port that the socket is bound to.
  var port: UInt16 {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &storage) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(descriptor, $0, &length) }
      // `sin_port` and `sin6_port` have the same offset.
      return storage.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { UInt16(bigEndian: $0.pointee.sin_port) }
    }
  }

  /// Starts to connect, without waiting for it.
  func startConnecting(to host: LoopbackHost, port: UInt16) {
    _ = host.withAddress(port: port) { connect(descriptor, $0, $1) }
  }
}
