import Foundation

/// Builds a body from as few segments as possible, without copying long ones.
struct SegmentList {
  private static let copyLimit = 65_536

  private var segments: [BodySegment] = []
  private var tail = Data()
  /// How many bytes there are.
  private(set) var length = BodyLength.known(0)

  mutating func append(_ text: String) { append(.data(Data(text.utf8))) }

  mutating func append(_ segment: BodySegment) {
    length = length + segment.length
    if case .data(let data) = segment, data.count <= Self.copyLimit {
      tail.append(data)
    } else {
      flush()
      segments.append(segment)
    }
  }

  /// Returns the body: a single piece of data if everything is in memory and short enough.
  func requestBody(contentType: String) -> RequestBody {
    var list = self
    list.flush()
    guard let data = list.joined() else { return RequestBody(segments: list.segments, contentType: contentType) }
    return RequestBody(data, contentType: contentType)
  }

  private func joined() -> Data? {
    guard case .known(let length) = length, length <= RequestBody.memoryLimit else { return nil }
    var joined = Data(capacity: Int(length))
    for segment in segments {
      guard case .data(let data) = segment else { return nil }
      if segments.count == 1 { return data }
      joined.append(data)
    }
    return joined
  }

  private mutating func flush() {
    if !tail.isEmpty { segments.append(.data(tail)) }
    tail = Data()
  }
}
