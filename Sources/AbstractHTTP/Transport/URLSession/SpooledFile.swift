import Foundation

/// A temporary file for a body that is collected before it is sent. It is deleted with this object.
final class SpooledFile: Sendable {
  let url: URL
  private let descriptor: Int32

  init() throws(URLError) {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("AbstractHTTP-upload-\(UUID().uuidString)")
    descriptor = url.withUnsafeFileSystemRepresentation { path in
      path.map { systemCreate($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) } ?? -1
    }
    guard descriptor >= 0 else { throw Self.fault(.cannotCreateFile) }
  }

  deinit {
    close(descriptor)
    remove()
  }

  func remove() {
    _ = url.withUnsafeFileSystemRepresentation { path in path.map { unlink($0) } }
  }

  func append(_ bytes: UnsafeRawBufferPointer) throws(URLError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = systemWrite(descriptor, rest)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.fault(.cannotWriteToFile) }
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
    }
  }

  private static func fault(_ code: URLError.Code) -> URLError {
    URLError(code, "the body cannot be put together in a temporary file: \(String(cString: strerror(errno)))")
  }
}

/// Collects a body: in memory while it is short, and otherwise in a file.
struct Spool {
  private var data = Data()
  private var file: SpooledFile?

  mutating func append(_ bytes: UnsafeRawBufferPointer) throws {
    if let file { return try file.append(bytes) }
    guard data.count + bytes.count > RequestBody.memoryLimit else { return data.append(contentsOf: bytes) }
    let file = try SpooledFile()
    try data.withUnsafeBytes { try file.append($0) }
    try file.append(bytes)
    (self.file, data) = (file, Data())
  }

  /// Returns the body, and the file that contains it.
  func end() throws(URLError) -> (body: BodySource, file: SpooledFile?) {
    guard let file else { return (.data(data), nil) }
    return (.file(try OpenFile(file.url)), file)
  }
}

private func systemCreate(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 {
  open(path, flags, mode)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
