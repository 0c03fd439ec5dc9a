@testable import AbstractHTTP
import Foundation
import Testing
@testable import TestSupport

struct BodyStreamTests {
  @Test func `is equal to its copies alone`() {
    let one = BodyStream.giving(Data("a".utf8))
    let other = BodyStream.giving(Data("a".utf8))

    #expect(one == one)
    #expect(one != other)
    #expect(Set([one, other, one]).count == 2)
  }

  @Test func `made by a closure it is opened as often as it is asked for`() throws {
    let stream = BodyStream.giving(Data("a".utf8))

    #expect(stream.replay == .fromStart)
    #expect(try stream.open() !== stream.open())
  }

  @Test func `given once it is handed out once`() throws {
    let stream = BodyStream(once: InputStream(data: Data("a".utf8)), length: 1)

    #expect(stream.replay == .once)
    _ = try stream.open()
    let error = #expect(throws: URLError.self) { try stream.open() }
    #expect(error?.code == .requestBodyStreamExhausted)
  }
}
