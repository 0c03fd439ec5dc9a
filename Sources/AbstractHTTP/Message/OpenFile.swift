import Foundation

/// A regular file that is open for reading while this object exists.
final class OpenFile: Sendable {
  let url: URL
  /// The length when the file was opened. Bytes that are appended later aren't sent.
  let length: Int64
  private let descriptor: Int32

  init(_ url: URL) throws(URLError) {
    try Self.checkIsFile(url)
    let descriptor = url.withUnsafeFileSystemRepresentation { path in
      path.map { systemOpen($0, O_RDONLY | O_CLOEXEC) } ?? -1
    }
    guard descriptor >= 0 else { throw Self.fault(of: url) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      defer { close(descriptor) }
      throw Self.fault(of: url)
    }
    self.url = url
    self.descriptor = descriptor
    length = Int64(status.st_size)
  }

  deinit { close(descriptor) }

  /// Returns whether it is a regular file, and not a named pipe, for example, which may block, and must not even be
  /// opened and closed, because that would break its writer.
  static func isRegular(_ url: URL) throws(URLError) -> Bool {
    try checkIsFile(url)
    var status = stat()
    let result = url.withUnsafeFileSystemRepresentation { path in path.map { stat($0, &status) } ?? -1 }
    guard result == 0 else { throw fault(of: url) }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw URLError(.fileIsDirectory, "\(url.path) is a directory") }
    return status.st_mode & S_IFMT == S_IFREG
  }

  /// Rejects other URLs, whose path isn't one of this machine.
  private static func checkIsFile(_ url: URL) throws(URLError) {
    guard url.isFileURL else { throw URLError(.cannotOpenFile, "the URL of the body is not that of a file") }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(URLError) -> Int {
    let wanted = Int(min(Int64(buffer.count), length - offset))
    guard wanted > 0 else { return 0 }
    let count = pread(descriptor, buffer.baseAddress, wanted, off_t(offset))
    guard count >= 0 else { throw Self.fault(of: url) }
    guard count > 0 else { throw Self.shortened(url) }
    return count
  }

  static func shortened(_ url: URL) -> URLError {
    URLError(.requestBodyStreamExhausted, "\(url.path) became shorter while it was sent")
  }

  private static func fault(of url: URL) -> URLError {
    let code = errno
    let words = "\(url.path) cannot be read: \(String(cString: strerror(code)))"
    return URLError(code == ENOENT || code == ENOTDIR ? .fileDoesNotExist : .cannotOpenFile, words)
  }
}

private func systemOpen(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { open(path, flags) }
