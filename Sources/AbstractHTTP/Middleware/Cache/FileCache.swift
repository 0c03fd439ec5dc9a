public import Foundation

/// A least-recently-used cache in files, with a limit in bytes. It persists across launches, and is shared by all
/// processes that use its directory.
///
/// ```swift
/// let caches = try FileManager.default.url(for: .cachesDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
/// connection.use(.cache(FileCache(directory: caches.appending(path: "responses"))))
/// ```
///
/// There is one file for each address, which only the user can read. It is written to a temporary file and moved into
/// place, and contains a checksum, so that incomplete files from a crash or a full disk are detected and removed.
/// Credentials aren't written, except as salted digests. One address takes at most an eighth of the limit.
///
/// Files that it didn't create aren't touched. If the directory isn't writable, nothing is stored. Processes see the
/// responses that others store and remove; but if one process fetches a response while another invalidates its address,
/// the response may be stored. All members may be used from any thread. A pipeline suspends before it reads a file.
public final class FileCache: CacheStore {
  /// The directory of the files.
  public let directory: URL

  /// The limit in bytes.
  public let byteLimit: Int

  let writeGuard = WriteGuard()
  private let files: CacheDirectory
  private let usage = Locked(CacheUsage())
  private let now: @Sendable () -> Date

  /// Creates a cache in a directory, which is created on first use.
  ///
  /// - Parameters:
  ///   - directory: The directory of the files, preferably a separate one.
  ///   - byteLimit: The limit in bytes. Defaults to 100 MB. With a limit of zero or less, nothing is stored.
  public convenience init(directory: URL, byteLimit: Int = 100 * 1024 * 1024) {
    self.init(directory: directory, byteLimit: byteLimit, now: { Date() })
  }

  init(directory: URL, byteLimit: Int, now: @escaping @Sendable () -> Date) {
    self.directory = directory
    self.byteLimit = byteLimit
    self.now = now
    files = CacheDirectory(directory)
  }

  /// Always `false`, because a disk may be slow.
  public var isImmediate: Bool { false }

  /// Returns the responses that are stored for an address, and marks them as recently used.
  public func responses(for url: String) -> [StoredResponse] {
    let name = CacheDirectory.name(of: url)
    guard let bytes = files.read(name, upTo: byteLimit, now: now()) else { return [] }
    guard let archive = CacheArchive.unpack(bytes) else {
      files.remove(name)
      return []
    }
    return archive.url == url ? archive.responses : []
  }

  /// Stores responses for an address, and drops the least recently used ones.
  @discardableResult
  public func store(_ responses: [StoredResponse], for url: String) -> Bool {
    let name = CacheDirectory.name(of: url)
    let kept = responses.fitting(byteLimit / 8).responses
    guard !kept.isEmpty else {
      files.remove(name)
      return false
    }
    let bytes = CacheArchive.pack(kept, for: url)
    guard files.write(bytes, as: name, now: now()) else {
      files.remove(name)
      return false
    }
    if usage.withLock({ $0.write(bytes.count, within: byteLimit) }) { makeRoom() }
    return true
  }

  /// Removes all responses, including those about to be stored.
  public func removeAll() {
    writeGuard.invalidateAll()
    for file in files.list() { files.remove(file.name) }
  }

  /// Examines all files, including those of other processes, and removes the least recently used ones.
  private func makeRoom() {
    let left = files.evict(downTo: CacheUsage.room(within: byteLimit), now: now())
    usage.withLock { $0.counted(left) }
  }
}

extension FileCache: TrafficStore {}

/// How many bytes a process assumes to be in its directory.
struct CacheUsage: Sendable {
  /// The number of bytes at the last count, and those written since; `nil` before the first count.
  private var byteCount: Int?
  private var isCounting = false

  /// Returns how much to keep when making room: enough below the limit that it isn't necessary again soon.
  static func room(within byteLimit: Int) -> Int { byteLimit / 8 * 7 }

  /// Records that a file was written.
  ///
  /// - Returns: Whether the caller must now count the files.
  mutating func write(_ count: Int, within byteLimit: Int) -> Bool {
    if let known = byteCount { byteCount = known + count }
    guard !isCounting, byteCount.map({ $0 > byteLimit }) ?? true else { return false }
    isCounting = true
    return true
  }

  mutating func counted(_ byteCount: Int) {
    self.byteCount = byteCount
    isCounting = false
  }
}
