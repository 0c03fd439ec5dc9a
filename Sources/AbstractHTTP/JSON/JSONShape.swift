/// The keys of an object, and their bytes in the text. The next object at this depth probably has the same keys.
///
/// A key whose bytes equal those of the previous object's key is neither read nor compared again, and objects of the
/// same shape share their keys.
struct JSONShape {
  /// The new keys of an object in progress.
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

  /// Returns the end of the key at a position if it matches the key with this number. Both begin with a quote.
  func match(_ number: Int, in bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> Int? {
    guard number < spans.count else { return nil }
    let span = spans[number]
    let end = position + span.count
    guard end <= bytes.count else { return nil }
    for offset in 0..<span.count where bytes[position + offset] != bytes[span.lowerBound + offset] { return nil }
    return end
  }

  /// Returns the first keys, for an object whose other keys differ.
  func beginning(_ count: Int) -> Fresh { Fresh(parts: (Array(keys.names.prefix(count)), Array(spans.prefix(count)))) }
}
