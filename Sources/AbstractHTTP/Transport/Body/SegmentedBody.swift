import Foundation

/// The bytes of a body that is made of segments: of its files and streams one is open at a time.
final class SegmentedBody: Sendable {
  private enum Opened {
    case file(OpenFile, segment: Int)
    case stream(StreamReader, segment: Int)
  }

  let length: Int64
  let hasStreams: Bool
  private let segments: [BodySegment]
  /// Where each segment begins, and where the last one ends.
  private let starts: [Int64]
  private let opened = Locked<Opened?>(nil)

  init(_ segments: [BodySegment], length: Int64) throws(URLError) {
    self.length = length
    self.segments = segments.filter { $0.length != 0 }
    starts = self.segments.reduce(into: [0]) { starts, segment in
      starts.append((starts.last ?? 0) &+ (segment.length ?? 0))
    }
    hasStreams = self.segments.contains { if case .stream = $0 { true } else { false } }
    for case .file(let url, let range) in self.segments {
      guard try OpenFile.isRegular(url) else {
        throw URLError(.cannotOpenFile, "\(url.path) is not a regular file")
      }
      guard try OpenFile(url).length >= range.upperBound else { throw OpenFile.shortened(url) }
    }
  }

  /// Copies bytes of one segment; 0 at the end of the last.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(URLError) -> Int {
    guard (0..<length).contains(offset), !buffer.isEmpty else { return 0 }
    let index = segment(at: offset)
    let place = offset - starts[index]
    let room = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(Int(clamping: starts[index + 1] - offset)))
    switch segments[index] {
    case .data(let data):
      return data.read(into: room, at: place)
    case .file(let url, let range):
      let count = try file(url, of: index).read(into: room, at: range.lowerBound + place)
      guard count > 0 else { throw OpenFile.shortened(url) }
      return count
    case .stream(let stream):
      return try read(stream, of: index, into: room, at: place)
    }
  }

  /// The last segment that begins there or earlier.
  private func segment(at offset: Int64) -> Int {
    var (low, high) = (0, segments.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= offset { low = middle } else { high = middle - 1 }
    }
    return low
  }

  private func file(_ url: URL, of index: Int) throws(URLError) -> OpenFile {
    let kept = opened.withLock { opened -> OpenFile? in
      if case .file(let file, index) = opened { file } else { nil }
    }
    if let kept { return kept }
    let file = try OpenFile(url)
    opened.withLock { $0 = .file(file, segment: index) }
    return file
  }

  /// Takes the reader out while it reads, since a transfer that was given up may still be reading for another.
  private func read(
    _ stream: BodyStream,
    of index: Int,
    into buffer: UnsafeMutableRawBufferPointer,
    at place: Int64
  ) throws(URLError) -> Int {
    let kept = opened.withLock { opened -> StreamReader? in
      guard case .stream(let reader, index) = opened, reader.position == place else { return nil }
      opened = nil
      return reader
    }
    let reader: StreamReader
    if let kept { reader = kept } else { reader = try StreamReader(stream) }
    try reader.skip(to: place, by: buffer)
    let count = try reader.read(into: buffer)
    opened.withLock { $0 = .stream(reader, segment: index) }
    return count
  }
}
