public import Foundation

/// Writes the body of a request while it is sent: see ``BodyStream/init(knownLength:replay:hasTrailers:_:)`` and
/// ``BodyStream/pipe(knownLength:hasTrailers:)``.
///
/// Write one piece after another. If the writer of a pipe is released before it is finished, the body fails with
/// ``DroppedWriter``.
public struct BodyWriter: Sendable {
  let sender: BodySender

  /// Passes data to the sender. Waits while 64 KiB are unsent.
  ///
  /// - Throws: `.cancelled` if the rest of the body isn't needed: the request was cancelled, failed, or released, or
  ///   the server has already responded. `.network` if the data exceeds the declared length, or the writer is finished.
  ///   The error of ``fail(_:)`` if the body has failed.
  public func write(_ data: Data) async throws(ConnectionError) {
    try await write(data, whileFewerThan: BodyBufferState.limit)
  }

  /// Ends the body. No more data may follow.
  ///
  /// - Parameter trailers: The fields after the body (RFC 9110 §6.5), if the stream was created with `hasTrailers`.
  ///   Defaults to `nil`.
  /// - Throws: `.network` if the body is shorter than declared, or has undeclared trailers. `.cancelled` if the body
  ///   isn't needed.
  public func finish(trailers: HTTPHeaders? = nil) async throws(ConnectionError) {
    do {
      try sender.finish(trailers)
    } catch {
      throw ConnectionError(.network, thrown: error)
    }
  }

  /// Fails the request with an error, after the data that was written before.
  public func fail(_ error: any Error) { sender.fail(error) }

  /// Passes data to the sender in pieces, each once fewer bytes than a limit are unsent.
  func write(_ data: Data, whileFewerThan limit: Int) async throws(ConnectionError) {
    do {
      var rest = try sender.accept(data)
      repeat {
        await sender.buffer.awaitRoom(limit)
        try Task.checkCancellation()
        try sender.check()
        sender.buffer.append(rest.prefix(BodyBufferState.limit))
        rest = rest.dropFirst(BodyBufferState.limit)
      } while !rest.isEmpty
    } catch {
      // A part of the data may be sent already, so that nothing may follow.
      sender.fail(error)
      throw ConnectionError(.network, thrown: error)
    }
  }
}

/// Enforces the declared length, and fails the body when it is released.
final class BodySender: Sendable {
  let buffer: BodyBuffer
  private let length: Int64?
  private let hasTrailers: Bool
  private let state: Locked<State>

  private struct State {
    var written: Int64
    /// The last byte of the declared ones, which leaves once none follows.
    var last: UInt8?
  }

  /// - Parameter written: The number of bytes of the body that come before.
  init(_ buffer: BodyBuffer, length: Int64?, hasTrailers: Bool, written: Int64 = 0) {
    self.buffer = buffer
    self.length = length
    self.hasTrailers = hasTrailers
    state = Locked(State(written: written))
  }

  deinit { buffer.finish(.failed(DroppedWriter())) }

  /// Counts data to write.
  ///
  /// - Returns: The data that may be sent now.
  func accept(_ data: Data) throws -> Data {
    try check()
    let isTooMuch = state.withLock { state in
      state.written += Int64(data.count)
      return length.map { state.written > $0 } ?? false
    }
    if isTooMuch { throw failing("writes more than the \(length ?? 0) bytes that it declares") }
    return state.withLock { state in
      guard state.written == length, !data.isEmpty else { return data }
      state.last = data.last
      return data.dropLast()
    }
  }

  /// - Throws: The reason why the bytes aren't needed.
  func check() throws {
    switch buffer.end {
    case .failed(let error): throw error
    case .finished: throw Self.fault("is finished")
    case nil: if buffer.isStopped { throw CancellationError() }
    }
  }

  /// Ends the body, unless it has ended.
  func finish(_ trailers: HTTPHeaders?) throws {
    if case .finished = buffer.end { return }
    try check()
    let (written, last) = state.withLock { ($0.written, $0.last) }
    if let length, written < length { throw failing("ended after \(written) bytes of \(length)") }
    if trailers != nil, !hasTrailers { throw failing("gives trailers, but was created without hasTrailers") }
    if let last { buffer.append(Data([last])) }
    buffer.finish(.finished(trailers))
  }

  func fail(_ error: any Error) { buffer.finish(.failed(error)) }

  /// Fails the body, and returns the error.
  private func failing(_ words: String) -> URLError {
    let error = Self.fault(words)
    fail(error)
    return error
  }

  private static func fault(_ words: String) -> URLError {
    URLError(.requestBodyStreamExhausted, "the writer of the body \(words)")
  }
}
