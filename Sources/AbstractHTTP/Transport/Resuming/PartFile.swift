import Foundation

/// The location of a download's part: a hidden file beside the final one.
struct PartPlace: Sendable, Hashable {
  /// `.NAME.part`: the bytes.
  let part: URL
  /// `.NAME.part.json`: the record of the bytes.
  let record: URL

  /// Creates the location beside a file.
  init(besides url: URL) {
    let folder = url.deletingLastPathComponent()
    part = folder.appendingPathComponent(".\(url.lastPathComponent).part", isDirectory: false)
    record = folder.appendingPathComponent(".\(url.lastPathComponent).part.json", isDirectory: false)
  }

  /// Reads the record of the part; `nil` if it is missing or invalid.
  func readRecord() -> PartRecord? {
    guard let bytes = FileSystem.contents(of: record, limit: 65_536) else { return nil }
    return try? JSONDecoder().decode(PartRecord.self, from: bytes)
  }
}

/// The part of a download, kept for the next attempt. The open file is locked, so that only one download at a time uses
/// it.
final class PartFile: Sendable {
  private struct State: Sendable {
    /// The open file; `nil` once it has been released or renamed.
    var descriptor: Int32?
    var record: PartRecord?
    /// The number of bytes that belong to the download.
    var count: Int64 = 0
  }

  let place: PartPlace
  private let state: Locked<State>

  /// Opens the part and locks it.
  ///
  /// - Returns: `nil` if there is no part, another download uses it, or the file doesn't belong to the library alone.
  init?(_ place: PartPlace, creating: Bool = false) {
    guard let descriptor = FileSystem.openLocked(place.part, creating: creating) else { return nil }
    self.place = place
    state = Locked(State(descriptor: descriptor))
  }

  deinit { leave() }

  /// Returns the part if it can be joined to a response from an address.
  func usable(for address: String) -> (record: PartRecord, size: Int64)? {
    guard let seal = state.withLock({ $0.descriptor.flatMap(FileSystem.seal) }), let record = place.readRecord(),
      record.url == address, record.allows(seal.size, seal)
    else { return nil }
    return (record, seal.size)
  }

  /// Starts over, and discards the bytes of the part.
  ///
  /// - Returns: Whether the part can be kept.
  func begin(_ record: PartRecord) -> Bool { set(record, count: 0) }

  /// Continues after the existing bytes.
  func goOn(_ record: PartRecord, after count: Int64, total: Int64) -> Bool {
    var record = record
    record.length = total
    return set(record, count: count)
  }

  private func set(_ record: PartRecord, count: Int64) -> Bool {
    var record = record
    record.seal = nil
    let place = place
    return state.withLock { [record] state in
      guard let descriptor = state.descriptor, FileSystem.cut(descriptor, to: count) else { return false }
      (state.record, state.count) = (record, count)
      return FileSystem.write(record, to: place.record)
    }
  }

  func write(_ bytes: UnsafeRawBufferPointer, for url: URL) throws(URLError) {
    try state.withLock { state throws(URLError) in
      guard let descriptor = state.descriptor else { throw Self.left(url) }
      try FileSystem.write(bytes, to: descriptor, for: url)
      state.count += Int64(bytes.count)
    }
  }

  private static func left(_ url: URL) -> URLError {
    URLError(.cannotWriteToFile, "\(url.path) is not being written any more")
  }

  /// Renames a complete part to the final file. Keeps an incomplete part.
  func finish(at url: URL, replacing: Bool) throws(URLError) {
    try state.withLock { state throws(URLError) in
      guard let descriptor = state.descriptor.take() else { throw Self.left(url) }
      try finish(state, descriptor, at: url, replacing: replacing)
    }
  }

  private func finish(
    _ state: State,
    _ descriptor: Int32,
    at url: URL,
    replacing: Bool
  ) throws(URLError) {
    try check(state, descriptor, for: url)
    // NB: a second descriptor holds the lock, so that no other download resumes the part before it is renamed.
    let lock = FileSystem.duplicate(descriptor)
    defer { if let lock { FileSystem.closeLocked(lock) } }
    try FileSystem.close(descriptor, for: url)
    try FileSystem.move(place.part, to: url, replacing: replacing)
    FileSystem.remove(place.record)
  }

  private func check(_ state: State, _ descriptor: Int32, for url: URL) throws(URLError) {
    let size = FileSystem.seal(of: descriptor)?.size
    let length = state.record?.length ?? state.count
    guard size == state.count, state.count <= length, FileSystem.names(place.part, descriptor) else {
      remove(descriptor)
      throw URLError(.cannotWriteToFile, "what arrived of \(url.path) was changed meanwhile, and is dropped")
    }
    guard state.count == length else {
      keep(state, descriptor)
      throw URLError(.networkConnectionLost, "of \(url.path) only \(state.count) of \(length) bytes came")
    }
  }

  /// Releases the part for the next attempt. Deletes it if it is empty.
  func leave() {
    // NB: under the lock, so that a concurrent release returns only after this one has finished.
    state.withLock { state in
      if let descriptor = state.descriptor.take() { keep(state, descriptor) }
    }
  }

  /// Deletes the part.
  func remove() {
    state.withLock { state in
      if let descriptor = state.descriptor.take() { remove(descriptor) }
    }
  }

  private func keep(_ state: State, _ descriptor: Int32) {
    if let record = state.record {
      guard state.count > 0, seal(record, descriptor, state.count) else { return remove(descriptor) }
    }
    FileSystem.closeLocked(descriptor)
  }

  /// Records the state of the part when it is released, so that later changes can be detected.
  private func seal(_ record: PartRecord, _ descriptor: Int32, _ count: Int64) -> Bool {
    // Bytes that a failed write left at the end are removed.
    if FileSystem.seal(of: descriptor)?.size != count, !FileSystem.cut(descriptor, to: count) { return false }
    guard let seal = FileSystem.seal(of: descriptor), FileSystem.names(place.part, descriptor) else { return false }
    var record = record
    record.seal = seal
    return FileSystem.write(record, to: place.record)
  }

  private func remove(_ descriptor: Int32) {
    if FileSystem.names(place.part, descriptor) {
      FileSystem.remove(place.record)
      FileSystem.remove(place.part)
    }
    FileSystem.closeLocked(descriptor)
  }
}
