import Foundation

/// The files of a ``FileCache``. If the disk fails, files are considered missing.
struct CacheDirectory: Sendable {
  struct File: Sendable {
    let name: String
    let byteCount: Int
    let lastUse: Date
  }

  private static let ending = ".response"
  private static let unfinishedEnding = ".unfinished"
  /// How long writing a file may take before the file is considered left behind by a crash.
  private static let longestWrite = 3_600.0
  /// The precision of the time of last use. Recording every use would cost as much as reading.
  private static let lastUsePrecision = 60.0

  private let path: String

  init(_ url: URL) { path = url.path(percentEncoded: false) }

  /// Returns the name of an address's file. If two addresses ever share a name, the address inside the file
  /// distinguishes them.
  static func name(of url: String) -> String { SHA256.hexadecimal(of: url) + ending }

  func read(_ name: String, upTo limit: Int, now: Date) -> [UInt8]? {
    let descriptor = open(path(of: name), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard let status = Self.status(of: descriptor), status.byteCount <= limit else {
      remove(name)
      return nil
    }
    if abs(now.timeIntervalSince(status.lastUse)) > Self.lastUsePrecision { Self.touch(descriptor, now) }
    return Self.read(descriptor, status.byteCount)
  }

  /// Writes to a temporary file, and moves it into place, so that readers see either the old file or the new one.
  func write(_ bytes: [UInt8], as name: String, now: Date) -> Bool {
    let temporary = path(of: String(UInt64.random(in: 0...UInt64.max), radix: 16) + Self.unfinishedEnding)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    var descriptor = open(temporary, flags, 0o600)
    if descriptor < 0, errno == ENOENT, makeDirectory() { descriptor = open(temporary, flags, 0o600) }
    guard descriptor >= 0 else { return false }
    var isWritten = Self.write(bytes, to: descriptor)
    Self.touch(descriptor, now)
    isWritten = close(descriptor) == 0 && isWritten
    if isWritten, rename(temporary, path(of: name)) == 0 { return true }
    unlink(temporary)
    return false
  }

  func remove(_ name: String) { unlink(path(of: name)) }

  /// Returns the cache files in the directory, in no particular order. Other files are ignored.
  func list() -> [File] { names(ending: Self.ending).compactMap(file) }

  /// Removes the least recently used files until the rest is small enough, and files left behind by crashes.
  ///
  /// - Returns: The number of remaining bytes.
  func evict(downTo limit: Int, now: Date) -> Int {
    for file in names(ending: Self.unfinishedEnding).compactMap(file)
    where abs(now.timeIntervalSince(file.lastUse)) > Self.longestWrite {
      remove(file.name)
    }
    let files = list().sorted { ($0.lastUse, $0.name) < ($1.lastUse, $1.name) }
    var byteCount = files.reduce(0) { $0 + $1.byteCount }
    for file in files {
      guard byteCount > limit else { break }
      remove(file.name)
      byteCount -= file.byteCount
    }
    return byteCount
  }

  private func path(of name: String) -> String { path.hasSuffix("/") ? path + name : path + "/" + name }

  private func makeDirectory() -> Bool {
    let made: Void? = try? FileManager.default.createDirectory(
      atPath: path,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
    return made != nil
  }

  private func names(ending: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { name in
      name.hasSuffix(ending) && name.dropLast(ending.count).utf8.allSatisfy(PercentEncoding.isHexDigit)
    }
  }

  private func file(_ name: String) -> File? {
    var status = stat()
    guard lstat(path(of: name), &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return File(name: name, byteCount: Int(status.st_size), lastUse: Self.lastUse(status))
  }
}
