/// The keys of an object, and where in the text they stood: the next object at this depth probably has the same.
///
/// A key that is byte for byte the one before is neither read nor compared again, and objects of one shape share their keys.
struct JSONShape {
  /// The keys of an object that is being read.
  struct Fresh {
    private(set) var parts: (names: [String], spans: [Range<Int>])

    mutating func append(_ name: String, _ span: Range<Int>) {
      parts.names.append(name)
      parts.spans.append(span)
    }
  }

  let keys: JSONKeys
  private let spans: [Range<Int>]

  init() { self.init(.none, []) }

  init(_ keys: JSONKeys, _ spans: [Range<Int>]) {
    self.keys = keys
    self.spans = spans
  }

  var count: Int { spans.count }

  /// Where the key ends that stands at a position, if it is the one of this number; both begin with a quote.
  func match(_ number: Int, in bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> Int? {
    guard number < spans.count else { return nil }
    let span = spans[number]
    let end = position + span.count
    guard end <= bytes.count else { return nil }
    for offset in 0..<span.count where bytes[position + offset] != bytes[span.lowerBound + offset] { return nil }
    return end
  }

  /// The first keys, for an object that goes on otherwise.
  func beginning(_ count: Int) -> Fresh { Fresh(parts: (Array(keys.names.prefix(count)), Array(spans.prefix(count)))) }
}
