public import Foundation

/// A stretch of a request's body.
public enum BodySegment: Sendable, Hashable {
  /// Bytes in memory.
  case data(Data)
  /// A stretch of a file's bytes, read as it is sent. What the file has beyond it is not sent.
  case file(URL, range: Range<Int64>)
  /// What a stream gives.
  case stream(BodyStream)

  /// How many bytes it has; `nil` for what is no length: a range that begins below zero.
  var length: Int64? {
    switch self {
    case .data(let data): Int64(data.count)
    case .file(_, let range): range.lowerBound < 0 ? nil : range.upperBound - range.lowerBound
    case .stream(let stream): stream.length
    }
  }

  var isReplayable: Bool {
    if case .stream(let stream) = self { stream.isReplayable } else { true }
  }
}
