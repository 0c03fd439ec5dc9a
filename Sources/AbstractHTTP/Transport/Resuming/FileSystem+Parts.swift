import Foundation

/// System calls for files that persist between downloads, and may have been changed in the meantime.
extension FileSystem {
  /// Opens a file for writing and locks it (`flock`), unless it is already locked.
  ///
  /// A file that isn't regular, or has a second name, doesn't belong to the library, and is left unchanged.
  static func openLocked(_ url: URL, creating: Bool) -> Int32? {
    let flags = O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | (creating ? O_CREAT : 0)
    // Another download may rename the file between the two calls. Then, this name belongs to another file, or to none.
    for _ in 0..<3 {
      let descriptor = path(of: url) { systemOpen($0, flags, 0o666) }
      guard descriptor >= 0 else { return nil }
      let isOurs = isSingle(descriptor) && flock(descriptor, LOCK_EX | LOCK_NB) == 0
      if isOurs, names(url, descriptor) { return descriptor }
      closeLocked(descriptor)
      guard isOurs else { return nil }
    }
    return nil
  }

  /// Unlocks a file and closes it.
  static func closeLocked(_ descriptor: Int32) {
    // NB: a child process that hasn't called `exec` yet has copies of all descriptors, and would keep the lock.
    _ = flock(descriptor, LOCK_UN)
    systemClose(descriptor)
  }

  /// Returns whether a name refers to an open file.
  static func names(_ url: URL, _ descriptor: Int32) -> Bool {
    var (named, opened) = (stat(), stat())
    guard path(of: url, { lstat($0, &named) }) == 0, fstat(descriptor, &opened) == 0 else { return false }
    return named.st_ino == opened.st_ino && named.st_dev == opened.st_dev
  }

  /// Returns the size and the modification time of an open file.
  static func seal(of descriptor: Int32) -> PartSeal? {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    return PartSeal(status)
  }

  /// Returns the size and the modification time of a regular file.
  static func seal(of url: URL) -> PartSeal? {
    var status = stat()
    guard path(of: url, { lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return PartSeal(status)
  }

  /// Truncates an open file, and continues writing at its end. A shorter file isn't changed.
  static func cut(_ descriptor: Int32, to size: Int64) -> Bool {
    guard let seal = seal(of: descriptor), seal.size >= size else { return false }
    return ftruncate(descriptor, off_t(size)) == 0 && lseek(descriptor, off_t(size), SEEK_SET) == size
  }

  static func duplicate(_ descriptor: Int32) -> Int32? {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    return copy >= 0 ? copy : nil
  }

  /// Returns the bytes of a regular file; `nil` if it doesn't exist, or exceeds the limit.
  static func contents(of url: URL, limit: Int64) -> Data? {
    guard let seal = seal(of: url), seal.size <= limit else { return nil }
    return try? Data(contentsOf: url)
  }

  /// Writes the record of a part to a file that only this user can read.
  ///
  /// - Returns: Whether all of it was written.
  static func write(_ record: PartRecord, to url: URL) -> Bool {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let bytes = try? encoder.encode(record) else { return false }
    remove(url)
    guard let descriptor = try? create(url, for: url, mode: 0o600) else { return false }
    let isWritten = (try? bytes.withUnsafeBytes { try write($0, to: descriptor, for: url) }) != nil
    return (try? close(descriptor, for: url)) != nil && isWritten
  }

  private static func isSingle(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_nlink == 1
  }

  private static func path(of url: URL, _ body: (UnsafePointer<CChar>) -> Int32) -> Int32 {
    url.withUnsafeFileSystemRepresentation { path in path.map(body) ?? -1 }
  }
}

extension PartSeal {
  fileprivate init(_ status: stat) {
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    self.init(size: Int64(status.st_size), seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
  }
}

// NB: within the type, these names refer to its methods.
private func systemOpen(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 {
  open(path, flags, mode)
}

private func systemClose(_ descriptor: Int32) { _ = close(descriptor) }
