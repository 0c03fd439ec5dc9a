import Foundation

/// The received bytes that haven't been read yet.
struct InputBuffer {
  private var bytes: [UInt8] = []
  private var start = 0
  /// How far the bytes have been searched for a missing mark. Without it, bytes that arrive one by one would be
  /// searched repeatedly.
  private var searched: (mark: [UInt8], end: Int)?

  var count: Int { bytes.count - start }
  var isEmpty: Bool { count == 0 }

  mutating func append(_ more: UnsafeRawBufferPointer) {
    if isEmpty { removeAll() }
    bytes.append(contentsOf: more)
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    start = 0
    searched = nil
  }

  /// Takes up to a number of bytes.
  mutating func take(_ limit: Int) -> Data {
    let end = start + min(limit, count)
    defer { advance(to: end) }
    return Data(bytes[start..<end])
  }

  /// Takes the bytes before the first occurrence of a mark, and skips the mark; `nil` if it hasn't arrived yet.
  mutating func take(before mark: [UInt8]) -> ArraySlice<UInt8>? {
    guard let place = place(of: mark) else {
      searched = (mark, bytes.count)
      return nil
    }
    defer { advance(to: place + mark.count) }
    return bytes[start..<place]
  }

  /// Skips a mark if the bytes begin with it.
  mutating func skip(_ mark: [UInt8]) -> Bool {
    guard bytes[start...].starts(with: mark) else { return false }
    advance(to: start + mark.count)
    return true
  }

  private mutating func advance(to place: Int) {
    start = place
    searched = nil
    guard start > 65_536, start * 2 > bytes.count else { return }
    bytes.removeSubrange(..<start)
    start = 0
  }

  /// Finds the mark by its last byte, a line feed, which is rare.
  private func place(of mark: [UInt8]) -> Int? {
    bytes.withUnsafeBytes { all -> Int? in
      guard let base = all.baseAddress, let last = mark.last else { return nil }
      var place = searched.map { $0.mark == mark ? max(start, $0.end) : start } ?? start
      while place < all.count, let found = memchr(base + place, Int32(last), all.count - place) {
        place = base.distance(to: UnsafeRawPointer(found)) + 1
        let first = place - mark.count
        if first >= start, all[first..<place].elementsEqual(mark) { return first }
      }
      return nil
    }
  }
}
