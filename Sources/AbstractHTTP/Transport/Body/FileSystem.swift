import Foundation

/// The calls of the system that a download is written by, with their failures in words.
enum FileSystem {
  /// What stands under a name; a link is what it is, and not what it leads to.
  enum Kind { case none, folder, other }

  static func kind(of url: URL) -> Kind {
    var status = stat()
    guard call(url, { lstat($0, &status) }) == 0 else { return .none }
    return status.st_mode & S_IFMT == S_IFDIR ? .folder : .other
  }

  /// Makes a file that was not there, and opens it for writing.
  ///
  /// - Parameter mode: Who may read and write it, as far as the process's mask allows.
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

  /// Closes a file, which is when some file systems say that they could not write it.
  static func close(_ descriptor: Int32, for url: URL) throws(URLError) {
    // NB: after EINTR it is closed, too.
    guard systemClose(descriptor) == 0 || errno == EINTR else {
      throw fault(.cannotWriteToFile, "\(url.path) cannot be written")
    }
  }

  static func remove(_ url: URL) { _ = call(url, unlink) }

  /// Gives a file another name in the same folder, in one step.
  static func move(_ temporary: URL, to url: URL, replacing: Bool) throws(URLError) {
    let moved = call(temporary) { from in call(url) { to in replacing ? rename(from, to) : claim(to, for: from) } }
    guard moved != 0 else { return }
    guard replacing || errno != EEXIST else { throw exists(url) }
    throw fault(.cannotMoveFile, "\(url.path) cannot get its name")
  }

  /// What a file that is in the way is.
  static func exists(_ url: URL) -> URLError { URLError(.cannotCreateFile, "\(url.path) exists already") }

  /// Gives a file a name that nothing has, which renaming cannot promise: as a second name, before the first is removed.
  private static func claim(_ to: UnsafePointer<CChar>, for from: UnsafePointer<CChar>) -> Int32 {
    if link(from, to) == 0 {
      // The file has its name; the other one is only in the way, if it is still there.
      _ = unlink(from)
      return 0
    }
    // NB: file systems without second names, such as FAT, say so in one of these ways.
    guard [EPERM, ENOSYS, ENOTSUP, EOPNOTSUPP, EMLINK].contains(errno) else { return -1 }
    var status = stat()
    guard lstat(to, &status) != 0 else {
      errno = EEXIST
      return -1
    }
    return rename(from, to)
  }

  /// Calls the system with the path of a file; as for a name that is none where there is no path.
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

// NB: within the type, these names are its own.
private func systemOpen(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 {
  open(path, flags, mode)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}

private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
