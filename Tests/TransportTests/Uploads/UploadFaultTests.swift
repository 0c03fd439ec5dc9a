#if os(Linux)
  import AbstractHTTPTesting
  import Foundation
  import Testing

  @testable import AbstractHTTP
  @testable import TestSupport

  /// Every way in which a server misbehaves while a body is written.
  @Suite(.timeLimit(.minutes(2)))
  struct UploadFaultTests {
    /// A body that a test follows to its end.
    private struct Followed {
      let body: RequestBody
      let isWritten: Gate
      let end: ObservedValue<ConnectionError?>

      init(knownLength: Int64?) {
        let (isWritten, end) = (Gate(), ObservedValue<ConnectionError?>(nil))
        (self.isWritten, self.end) = (isWritten, end)
        body = RequestBody(
          BodyStream(knownLength: knownLength) { writer in
            isWritten.open()
            do {
              while true { try await writer.write(Data(count: 65_536)) }
            } catch {
              end.update { $0 = error as? ConnectionError }
            }
          }
        )
      }
    }

    @Test(arguments: Reply.Fault.allCases, [nil, 1 << 27])
    func `is a clear error, ends the writer, and the next request works`(
      fault: Reply.Fault,
      length: Int64?
    ) async throws {
      let server = try LoopbackServer()
      server.on(.get, "/next", .text("next"))
      let connector = try TestedEngine.libcurl.connector()
      let followed = Followed(knownLength: length)
      server.onHead(.put, "/", Reply.fault(fault).held(at: followed.isWritten))
      var request = try Request(server.url(), httpMethod: .put)
      request.body = followed.body
      // Nobody answers, and nobody reads: only the timeout ends it.
      if fault == .silence { connector.timeoutInterval = 0.3 }

      let error = await #expect(throws: URLError.self) { try await connector.response(to: request) }

      #expect(error?.localizedDescription.isEmpty == false)
      #expect(try await followed.end.wait { $0 != nil }?.type == .cancelled)
      #expect(try await connector.response(to: Request(server.url("/next"))).text() == "next")
    }

    @Test func `1,000 uploads that are broken off leave no descriptor behind`() async throws {
      let server = try LoopbackServer()
      server.onHead(.put, "/", .fault(.resetBeforeResponse))
      let connector = try TestedEngine.libcurl.connector()
      let ends = ObservedValue(0)
      var request = try Request(server.url(), httpMethod: .put)
      request.body = RequestBody(
        BodyStream { writer in
          defer { ends.update { $0 += 1 } }
          while true { try await writer.write(Data(count: 65_536)) }
        }
      )

      let opened = try await failures(of: request, over: connector, rounds: 1_000)

      // One may have been reset before it asked for its body.
      #expect(ends.value <= 1_000)
      #expect(opened <= 0)
    }

    /// Sends again and again.
    ///
    /// - Returns: How many more connections to the server are open at the end than after the first round.
    private func failures(of request: Request, over connector: DefaultHTTPConnector, rounds: Int) async throws -> Int {
      let port = request.url.port ?? 0
      var first: Int?
      for _ in 0..<rounds {
        #expect(await connector.urlError(of: request) != nil)
        if first == nil { first = Self.connections(to: port) }
      }
      return Self.connections(to: port) - (first ?? 0)
    }

    /// How many sockets of this process are connected to a port of this machine.
    private static func connections(to port: Int) -> Int {
      (0..<4_096).count { descriptor in
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { address in
          address.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(Int32(descriptor), $0, &size) }
        }
        return result == 0 && address.sin_family == sa_family_t(AF_INET)
          && Int(UInt16(bigEndian: address.sin_port)) == port
      }
    }
  }
#endif
