import Foundation

/// The bytes of a request's body, which can be read at any offset, repeatedly.
enum BodySource: Sendable {
  case data(Data)
  case file(OpenFile)
  case segments(SegmentedBody)

  /// The length in bytes; `nil` if it is unknown until the end.
  var length: Int64? {
    switch self {
    case .data(let data): Int64(data.count)
    case .file(let file): file.length
    case .segments(let body): body.length
    }
  }

  /// Whether reading may block, and so mustn't be done on a shared thread.
  var mayWait: Bool {
    if case .segments(let body) = self { body.hasStreams } else { false }
  }

  /// Copies available bytes at an offset; 0 at the end. Sources that may block are read by a ``ReadAhead``.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(URLError) -> Int {
    switch self {
    case .data(let data): data.read(into: buffer, at: offset)
    case .file(let file): try file.read(into: buffer, at: offset)
    case .segments(let body): try body.read(into: buffer, at: offset)
    }
  }
}

extension BodySource {
  /// - Throws: `URLError` if a file can't be read or is too short, or if a length is invalid.
  init(_ body: RequestBody) throws(URLError) {
    switch body.content {
    case .data(let data): self = .data(data)
    case .file(let url): self = .file(try OpenFile(url))
    case .segments(let segments):
      guard body.size != .invalid else {
        throw URLError(.dataLengthExceedsMaximum, "the length of the body is less than zero, or more than can be")
      }
      self = .segments(try SegmentedBody(segments, length: body.length))
    }
  }
}

extension Data {
  /// Copies bytes at an offset; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int {
    let wanted = Int(Swift.min(Int64(buffer.count), Int64(count) - offset))
    guard wanted > 0, offset >= 0 else { return 0 }
    let start = startIndex + Int(offset)
    return copyBytes(to: buffer, from: start..<(start + wanted))
  }
}
