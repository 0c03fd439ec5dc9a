import Foundation

/// The files of a ``FileCache``. Whatever the disk does, the worst is that a file is not there.
struct CacheDirectory: Sendable {
  struct File: Sendable {
    let name: String
    let byteCount: Int
    let lastUse: Date
  }

  private static let ending = ".response"
  private static let unfinishedEnding = ".unfinished"
  /// For how long a file may be written before it is taken for one that a crash left behind.
  private static let longestWrite = 3_600.0
  /// How much later than noted a file may have been used: noting it every time would cost as much as reading it.
  private static let lastUsePrecision = 60.0

  private let path: String

  init(_ url: URL) { path = url.path(percentEncoded: false) }

  /// The name of an address's file. Should two addresses ever share one, the address in it tells them apart.
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

  /// Writes a file aside, and moves it to its place: whoever reads sees the old one or the new one.
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

  /// The files of caches, in no order; others are not named.
  func list() -> [File] { names(ending: Self.ending).compactMap(file) }

  /// Removes the files used longest ago until the rest is small enough, and what crashes left behind.
  ///
  /// - Returns: How many bytes are left.
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
