import Foundation

/// The system calls that write a download, with descriptions of their errors.
enum FileSystem {
  /// The kind of file at a path. Links aren't followed.
  enum Kind { case none, folder, other }

  static func kind(of url: URL) -> Kind {
    var status = stat()
    guard call(url, { lstat($0, &status) }) == 0 else { return .none }
    return status.st_mode & S_IFMT == S_IFDIR ? .folder : .other
  }

  /// Creates a new file, and opens it for writing.
  ///
  /// - Parameter mode: The permissions, which the process's mask may restrict.
  static func create(_ temporary: URL, for url: URL, mode: mode_t = 0o666) throws(URLError) -> Int32 {
    let descriptor = call(temporary) { systemOpen($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode) }
    guard descriptor >= 0 else { throw fault(.cannotCreateFile, "\(url.path) cannot be created") }
    return descriptor
  }

  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, for url: URL) throws(URLError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: rest))
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count == 0 || errno != EINTR {
        throw fault(.cannotWriteToFile, "\(url.path) cannot be written")
      }
    }
  }

  /// Closes a file. Some file systems report write errors only then.
  static func close(_ descriptor: Int32, for url: URL) throws(URLError) {
    // NB: the file is also closed after EINTR.
    guard systemClose(descriptor) == 0 || errno == EINTR else {
      throw fault(.cannotWriteToFile, "\(url.path) cannot be written")
    }
  }

  static func remove(_ url: URL) { _ = call(url, unlink) }

  /// Renames a file within its folder, atomically.
  static func move(_ temporary: URL, to url: URL, replacing: Bool) throws(URLError) {
    let moved = call(temporary) { from in call(url) { to in replacing ? rename(from, to) : claim(to, for: from) } }
    guard moved != 0 else { return }
    guard replacing || errno != EEXIST else { throw exists(url) }
    throw fault(.cannotMoveFile, "\(url.path) cannot get its name")
  }

  /// Returns the error for an existing file.
  static func exists(_ url: URL) -> URLError { URLError(.cannotCreateFile, "\(url.path) exists already") }

  /// Gives a file an unused name. Renaming can't guarantee this, so the file gets a second name before the first is
  /// removed.
  private static func claim(_ to: UnsafePointer<CChar>, for from: UnsafePointer<CChar>) -> Int32 {
    if link(from, to) == 0 {
      // The file has its new name. The old name isn't needed, even if removing it fails.
      _ = unlink(from)
      return 0
    }
    // NB: file systems without hard links, such as FAT, report one of these errors.
    guard [EPERM, ENOSYS, ENOTSUP, EOPNOTSUPP, EMLINK].contains(errno) else { return -1 }
    var status = stat()
    guard lstat(to, &status) != 0 else {
      errno = EEXIST
      return -1
    }
    return rename(from, to)
  }

  /// Calls the system with the path of a file. Without a path, it fails like a missing file.
  private static func call(_ url: URL, _ body: (UnsafePointer<CChar>) -> Int32) -> Int32 {
    url.withUnsafeFileSystemRepresentation { path in
      guard let path else {
        errno = EINVAL
        return -1
      }
      return body(path)
    }
  }

  private static func fault(_ code: URLError.Code, _ words: String) -> URLError {
    URLError(code, "\(words): \(String(cString: strerror(errno)))")
  }
}

// NB: within the type, these names refer to its methods.
private func systemOpen(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 {
  open(path, flags, mode)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}

private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
