public import Foundation

extension RequestBody {
  /// Reads the whole body into memory as it would be sent. Use it for tests of a spec, and for signatures.
  ///
  /// ```swift
  /// try form.content().data()
  /// ```
  ///
  /// The method blocks while it reads files and streams, and consumes a stream that can be read only once. For
  /// closures, sequences, and pipes, which require `await`, see ``collect(upTo:)``.
  ///
  /// - Throws: `URLError`, as if the body were sent.
  public func data() throws -> Data {
    switch content {
    case .data(let data): return data
    case .file(let url) where try !OpenFile.isRegular(url):
      return try FileHandle(forReadingFrom: url).readToEnd() ?? Data()
    case .file, .segments:
      guard !isWritten else {
        throw URLError(.requestBodyStreamExhausted, "a body that code writes is read by 'await body.collect()'")
      }
      return try BlockingReader(BodySource(self)).data()
    }
  }

  /// Whether code writes a stream of the body.
  private var isWritten: Bool {
    guard case .segments(let segments) = content else { return false }
    return segments.contains { $0.stream.map { !($0.origin is InputOrigin) } ?? false }
  }
}

/// Reads a body on a thread that may block.
final class BlockingReader: Sendable {
  private let ahead: ReadAhead
  private let signal = DispatchSemaphore(value: 0)

  init(_ source: BodySource) {
    ahead = ReadAhead(source) { [signal] in signal.signal() }
  }

  /// Whether the reader waits for code without a time limit.
  var awaitsWriter: Bool { ahead.isWritten }

  /// Waits for bytes, and copies them; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws -> Int {
    while true {
      switch ahead.take(into: buffer, at: offset) {
      case .bytes(let count): return count
      case .failed(let error): throw error
      case .notYet: signal.wait()
      }
    }
  }

  /// Ends the body from another thread, and stops waiting for it.
  func stop() {
    ahead.stop()
    signal.signal()
  }

  fileprivate func data() throws -> Data {
    var data = Data()
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
    defer { piece.deallocate() }
    while case let count = try read(into: piece, at: Int64(data.count)), count > 0 {
      data.append(contentsOf: piece[..<count])
    }
    return data
  }
}
