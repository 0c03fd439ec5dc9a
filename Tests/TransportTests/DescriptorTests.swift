#if os(Linux)
  @testable import AbstractHTTP
  import AbstractHTTPTesting
  import Foundation
  import Testing
  @testable import TestSupport

  /// What a child process gets of the connections.
  struct DescriptorTests {
    @Test func `every socket closes on exec`() async throws {
      let server = try LoopbackServer()
      server.on(.get, "/", .text("hello"))

      _ = try await TestedEngine.libcurl.connector().response(to: Request(server.url()))

      let sockets = (0..<1_024).filter { Self.port(of: $0, by: getpeername) == server.port }
      #expect(!sockets.isEmpty)
      for socket in sockets { #expect(fcntl(Int32(socket), F_GETFD) & FD_CLOEXEC != 0) }
    }

    @Test func `the sockets that wake the loop close on exec`() throws {
      let sockets = { Set((0..<1_024).filter { Self.family(of: $0) == sa_family_t(AF_UNIX) }) }

      // The sockets of other tests come and go meanwhile, so one of several times must show it. Newer versions of libcurl
      // wake the loop by other means.
      let isShown = (0..<20).contains { _ in
        let before = sockets()
        guard let engine = CurlEngine() else { return false }
        let new = sockets().subtracting(before)
        let closing = new.filter { fcntl(Int32($0), F_GETFD) & FD_CLOEXEC != 0 }
        withExtendedLifetime(engine) {}
        return new.isEmpty || closing.count >= 2
      }

      #expect(isShown)
    }

    #if !THREAD_SANITIZED
      @Test func `a fork gets an error at once`() async throws {
        let server = try LoopbackServer()
        server.on(.get, "/", .text("hello"))
        let connector = try TestedEngine.libcurl.connector()
        let request = try Request(server.url())
        _ = try await connector.response(to: request)
        // NB: Swift hides the function.
        let fork = unsafeBitCast(dlsym(nil, "fork"), to: (@convention(c) () -> pid_t).self)

        let child = fork()
        if child == 0 {
          let code = Locked(Int32(1))
          _ = connector.start(request, progress: { _ in }) { result in
            if case .failure(let error as URLError) = result, error.code == .resourceUnavailable {
              code.withLock { $0 = 42 }
            }
          }
          _exit(code.withLock { $0 })
        }
        var status: Int32 = 0
        #expect(waitpid(child, &status, 0) == child)

        #expect(status >> 8 == 42)
        #expect(try await connector.response(to: request).text() == "hello")
      }
    #endif

    private static func family(of socket: Int) -> sa_family_t? {
      var address = sockaddr_storage()
      var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let result = withUnsafeMutablePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(Int32(socket), $0, &size) }
      }
      return result == 0 ? address.ss_family : nil
    }

    private static func port(
      of socket: Int,
      by name: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> Int? {
      var address = sockaddr_in()
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let result = withUnsafeMutablePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) { name(Int32(socket), $0, &size) }
      }
      return result == 0 && address.sin_family == sa_family_t(AF_INET) ? Int(UInt16(bigEndian: address.sin_port)) : nil
    }
  }
#endif
