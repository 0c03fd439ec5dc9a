import Foundation

/// The bytes of a request's body, read from any place as often as needed.
enum BodySource: Sendable {
  case data(Data)
  case file(OpenFile)
  case segments(SegmentedBody)

  /// `nil` if only the end tells.
  var length: Int64? {
    switch self {
    case .data(let data): Int64(data.count)
    case .file(let file): file.length
    case .segments(let body): body.length
    }
  }

  /// Whether reading may wait for somebody else, and so must not be done on a thread that others need.
  var mayWait: Bool {
    if case .segments(let body) = self { body.hasStreams } else { false }
  }

  /// Copies bytes from an offset on, as many as are at hand; 0 at the end. What may have to be waited for is read by a
  /// ``ReadAhead``.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(URLError) -> Int {
    switch self {
    case .data(let data): data.read(into: buffer, at: offset)
    case .file(let file): try file.read(into: buffer, at: offset)
    case .segments(let body): try body.read(into: buffer, at: offset)
    }
  }
}

extension BodySource {
  /// - Throws: `URLError` for files that cannot be read, or are shorter than they are to be, and for a length that is none.
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
  /// Copies bytes from an offset on; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int {
    let wanted = Int(Swift.min(Int64(buffer.count), Int64(count) - offset))
    guard wanted > 0, offset >= 0 else { return 0 }
    let start = startIndex + Int(offset)
    return copyBytes(to: buffer, from: start..<(start + wanted))
  }
}
