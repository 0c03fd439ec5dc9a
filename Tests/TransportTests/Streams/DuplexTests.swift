#if os(Linux)
  import AbstractHTTPTesting
  import Foundation
  import Testing

  @testable import AbstractHTTP
  @testable import TestSupport

  /// A response that begins before its request has ended.
  @Suite(.timeLimit(.minutes(1)))
  struct DuplexTests {
    private let server: EchoServer

    init() throws { server = try EchoServer() }

    private func stream(_ body: BodyStream) async throws -> ResponseStream {
      var request = try Request(server.url, httpMethod: .post)
      request.delivery = .stream
      request.body = RequestBody(segments: [.stream(body)])
      return try #require(try await Stage.sending(over: TestedEngine.libcurl.connector())(request).stream)
    }

    @Test func `each byte of 1,000 is sent after the one before came back`() async throws {
      let holds = (0..<1_000).map { _ in ScriptedStream.Hold() }
      let bytes = (0..<1_000).map { UInt8(65 + $0 % 26) }
      let body = BodyStream(length: 1_000) {
        ScriptedStream(zip(holds, bytes).flatMap { [.hold($0), .give(Data([$1]))] })
      }
      let stream = try await stream(body)
      var iterator = stream.bytes.makeAsyncIterator()

      var received: [UInt8] = []
      for hold in holds {
        hold.letGo()
        if let byte = try await iterator.next() { received.append(byte) }
      }

      #expect(received == bytes)
      #expect(try await iterator.next() == nil)
    }

    @Test func `letting go of the stream stops an upload that waits`() async throws {
      let hold = ScriptedStream.Hold()
      let stream = try await stream(
        BodyStream(length: 2) { ScriptedStream([.give(Data([65])), .hold(hold), .give(Data([66]))]) }
      )

      for try await byte in stream.bytes {
        #expect(byte == 65)
        break
      }

      #expect(!stream.buffer.isOpen)
      hold.letGo()
    }

    @Test func `an upload that fails fails the stream`() async throws {
      let hold = ScriptedStream.Hold()
      let stream = try await stream(BodyStream(length: 3) { ScriptedStream([.give(Data([65])), .hold(hold), .fail]) })

      hold.letGo()
      let error = await #expect(throws: ConnectionError.self) { try await stream.collect(upTo: 10) }

      #expect((error?.nativeError as? URLError)?.code == .requestBodyStreamExhausted)
    }
  }
#endif
