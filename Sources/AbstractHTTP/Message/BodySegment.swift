public import Foundation

/// A segment of a request's body.
public enum BodySegment: Sendable, Hashable {
  /// Bytes in memory.
  case data(Data)
  /// A range of a file, which is read as it is sent. The rest of the file isn't sent.
  case file(URL, range: Range<Int64>)
  /// The bytes of a stream.
  case stream(BodyStream)

  /// The number of bytes. A range with a negative start has no length.
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

/// The length of a body.
enum BodyLength: Equatable {
  case known(Int64)
  /// The length is unknown until the body ends.
  case unknown
  /// The length is negative, or exceeds 64 bits.
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
