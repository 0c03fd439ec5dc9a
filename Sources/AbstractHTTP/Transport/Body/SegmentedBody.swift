import Foundation

/// The bytes of a body that consists of segments. One of its files is open at a time. A ``ReadAhead`` opens its
/// streams.
final class SegmentedBody: Sendable {
  /// The length in bytes; `nil` if it is unknown until a stream ends.
  let length: Int64?
  let segments: [BodySegment]
  /// The offsets of the segments and of the end, up to the first segment of unknown length.
  private let starts: [Int64]
  private let opened = Locked<(file: OpenFile, segment: Int)?>(nil)

  init(_ segments: [BodySegment], length: Int64?) throws(URLError) {
    self.length = length
    self.segments = segments.filter { $0.length != .known(0) }
    var starts: [Int64] = [0]
    for segment in self.segments {
      guard case .known(let length) = segment.length else { break }
      starts.append((starts.last ?? 0) + length)
    }
    self.starts = starts
    for case .file(let url, let range) in self.segments {
      guard try OpenFile.isRegular(url) else {
        throw URLError(.cannotOpenFile, "\(url.path) is not a regular file")
      }
      guard try OpenFile(url).length >= range.upperBound else { throw OpenFile.shortened(url) }
    }
  }

  var hasStreams: Bool { segments.contains { $0.stream != nil } }

  /// Copies bytes of one segment; 0 at the end of the last. Doesn't read streams, which may block.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(URLError) -> Int {
    let (index, start) = segment(at: offset)
    guard index < segments.count, offset >= 0, !buffer.isEmpty else { return 0 }
    return try read(segment: index, into: buffer, at: offset - start)
  }

  /// Copies bytes of a segment at an offset within it; 0 at its end.
  func read(
    segment index: Int,
    into buffer: UnsafeMutableRawBufferPointer,
    at place: Int64
  ) throws(URLError) -> Int {
    switch segments[index] {
    case .data(let data): return data.read(into: buffer, at: place)
    case .file(let url, let range):
      let room = buffer.prefix(Int(clamping: range.upperBound - range.lowerBound - place))
      guard !room.isEmpty else { return 0 }
      let count = try file(url, of: index).read(
        into: UnsafeMutableRawBufferPointer(rebasing: room),
        at: range.lowerBound + place
      )
      guard count > 0 else { throw OpenFile.shortened(url) }
      return count
    case .stream: throw URLError(.requestBodyStreamExhausted, "a stream of the body has to be waited for")
    }
  }

  /// Returns the segment at an offset, and its start. Beyond a segment of unknown length, returns that segment.
  func segment(at offset: Int64) -> (index: Int, start: Int64) {
    var (low, high) = (0, starts.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= offset { low = middle } else { high = middle - 1 }
    }
    return (low, starts[low])
  }

  private func file(_ url: URL, of index: Int) throws(URLError) -> OpenFile {
    if let opened = opened.withLock({ $0 }), opened.segment == index { return opened.file }
    let file = try OpenFile(url)
    let former = opened.withLock { opened in
      defer { opened = (file, index) }
      return opened
    }
    withExtendedLifetime(former) {}
    return file
  }
}
