public import Foundation

/// Keeps responses in files, the latest used of them: up to so many bytes, over launches, for all processes that name the
/// same directory.
///
/// ```swift
/// let caches = try FileManager.default.url(for: .cachesDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
/// connection.use(.cache(FileCache(directory: caches.appending(path: "responses"))))
/// ```
///
/// There is one file for each address, readable by the user alone. It is written aside and moved into its place, and holds a
/// checksum: what a crash or a full disk leaves behind is seen, is no response, and is removed. Credentials are not written,
/// only salted digests of them. What is stored for one address takes an eighth of the limit at most.
///
/// Files that it did not make are left alone. A directory that cannot be written is a cache that keeps nothing. Processes
/// see what others store and remove; but a response that one is fetching while another invalidates its address may be stored.
/// Safe from any thread; a pipeline suspends before it reads a file.
public final class FileCache: CacheStore {
  /// Where the files are.
  public let directory: URL

  /// How much is kept, in bytes.
  public let byteLimit: Int

  let writeGuard = WriteGuard()
  private let files: CacheDirectory
  private let usage = Locked(CacheUsage())
  private let now: @Sendable () -> Date

  /// Makes a cache in a directory, which is made when it is first needed.
  ///
  /// - Parameters:
  ///   - directory: Where the files are, best one of its own.
  ///   - byteLimit: How much is kept, in bytes; 100 MB by default. Nothing is kept where it is zero or less.
  public convenience init(directory: URL, byteLimit: Int = 100 * 1024 * 1024) {
    self.init(directory: directory, byteLimit: byteLimit, now: { Date() })
  }

  init(directory: URL, byteLimit: Int, now: @escaping @Sendable () -> Date) {
    self.directory = directory
    self.byteLimit = byteLimit
    self.now = now
    files = CacheDirectory(directory)
  }

  /// `false`: a disk may take its time.
  public var isImmediate: Bool { false }

  /// What is stored for an address; it is the latest used then.
  public func responses(for url: String) -> [StoredResponse] {
    let name = CacheDirectory.name(of: url)
    guard let bytes = files.read(name, upTo: byteLimit, now: now()) else { return [] }
    guard let archive = CacheArchive.unpack(bytes) else {
      files.remove(name)
      return []
    }
    return archive.url == url ? archive.responses : []
  }

  /// Stores responses for an address, and drops what was not used for longest.
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

  /// Removes everything, also what is on its way into the cache.
  public func removeAll() {
    writeGuard.invalidateAll()
    for file in files.list() { files.remove(file.name) }
  }

  /// Looks at all files, those of other processes too, and removes what was used longest ago.
  private func makeRoom() {
    let left = files.evict(downTo: CacheUsage.room(within: byteLimit), now: now())
    usage.withLock { $0.counted(left) }
  }
}

extension FileCache: TrafficStore {}

/// How much a process believes to be in its directory.
struct CacheUsage: Sendable {
  /// What was there when it was last counted, and what was written since; `nil` before the first time.
  private var byteCount: Int?
  private var isCounting = false

  /// What is left when room is made: so much less than the limit that it need not be made again soon.
  static func room(within byteLimit: Int) -> Int { byteLimit / 8 * 7 }

  /// Notes that a file was written.
  ///
  /// - Returns: Whether the files are to be counted now, by whoever called this.
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
