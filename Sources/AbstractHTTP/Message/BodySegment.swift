public import Foundation

/// A stretch of a request's body.
public enum BodySegment: Sendable, Hashable {
  /// Bytes in memory.
  case data(Data)
  /// A stretch of a file's bytes, read as it is sent. What the file has beyond it is not sent.
  case file(URL, range: Range<Int64>)
  /// The bytes of a stream.
  case stream(BodyStream)

  /// How many bytes it has; a range that begins below zero has no length.
  var length: BodyLength {
    switch self {
    case .data(let data): .known(Int64(data.count))
    case .file(_, let range): range.lowerBound < 0 ? .invalid : .known(range.upperBound - range.lowerBound)
    case .stream(let stream): stream.length.map { $0 < 0 ? .invalid : .known($0) } ?? .unknown
    }
  }

  var replay: BodyReplay { stream?.replay ?? .fromAnyOffset }

  var stream: BodyStream? {
    if case .stream(let stream) = self { stream } else { nil }
  }
}

/// How many bytes a body has.
enum BodyLength: Equatable {
  case known(Int64)
  /// Only its end tells.
  case unknown
  /// Less than zero, or more than 64 bits can count.
  case invalid

  static func + (one: BodyLength, other: BodyLength) -> BodyLength {
    switch (one, other) {
    case (.invalid, _), (_, .invalid): return .invalid
    case (.unknown, _), (_, .unknown): return .unknown
    case (.known(let one), .known(let other)):
      let (sum, overflows) = one.addingReportingOverflow(other)
      return overflows ? .invalid : .known(sum)
    }
  }
}
