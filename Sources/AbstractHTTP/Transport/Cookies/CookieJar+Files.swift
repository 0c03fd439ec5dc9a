public import Foundation

extension CookieJar {
  /// Writes the unexpired cookies to a file in the Netscape format, which curl, wget, and other tools read and write.
  ///
  /// The file is written atomically, replaces an existing file, and is accessible only to its owner (mode 0600). A
  /// cookie with a tab in its name or path can't be represented in the format, and is left out. Blocks the calling
  /// thread while the file is written.
  ///
  /// - Parameters:
  ///   - file: The file to write. Its folder must exist.
  ///   - includingSessionCookies: Whether to write cookies without an expiration date. Defaults to `true`, like curl.
  /// - Throws: `URLError`, such as `.cannotCreateFile` and `.cannotWriteToFile`, with the path and the reason. An
  ///   existing file is kept.
  public func save(to file: URL, includingSessionCookies: Bool = true) throws {
    try save(to: file, includingSessionCookies: includingSessionCookies, at: Date())
  }

  /// Adds the cookies of a file that ``save(to:includingSessionCookies:)``, curl, or another program wrote.
  ///
  /// A cookie replaces the same cookie in the jar. Expired cookies, and cookies that no server could set, are skipped.
  /// Blocks the calling thread while the file is read.
  ///
  /// - Throws: ``InvalidCookieFile`` if a line is malformed, or `URLError`: `.fileDoesNotExist`, `.cannotOpenFile`,
  ///   `.fileIsDirectory`, and `.dataLengthExceedsMaximum` for a file over 32 MB. After an error, the jar is unchanged.
  public func load(from file: URL) throws { try load(from: file, at: Date()) }

  func save(to file: URL, includingSessionCookies: Bool = true, at now: Date) throws {
    guard file.isFileURL else { throw URLError(.cannotCreateFile, "the URL of the cookie file isn't a file's") }
    if FileSystem.kind(of: file) == .folder { throw URLError(.fileIsDirectory, "\(file.path) is a folder") }
    let cookies = cookies(at: now).filter { includingSessionCookies || $0.expires != nil }
    let name = ".\(UUID().uuidString).cookies"
    let temporary = file.deletingLastPathComponent().appendingPathComponent(name, isDirectory: false)
    let descriptor = try FileSystem.create(temporary, for: file, mode: 0o600)
    do {
      try Self.write(CookieFile.bytes(of: cookies), to: descriptor, for: file)
      try FileSystem.move(temporary, to: file, replacing: true)
    } catch {
      FileSystem.remove(temporary)
      throw error
    }
  }

  func load(from file: URL, at now: Date) throws {
    guard try OpenFile.isRegular(file) else { throw URLError(.cannotOpenFile, "\(file.path) isn't a regular file") }
    let open = try OpenFile(file)
    guard open.length <= CookieFile.sizeLimit else {
      throw URLError(.dataLengthExceedsMaximum, "\(file.path) is longer than \(CookieFile.sizeLimit) bytes")
    }
    keep(try CookieFile.cookies(of: Self.bytes(of: open)), isTrusted: true, at: now)
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32, for file: URL) throws {
    do {
      try bytes.withUnsafeBytes { try FileSystem.write($0, to: descriptor, for: file) }
    } catch {
      try? FileSystem.close(descriptor, for: file)
      throw error
    }
    try FileSystem.close(descriptor, for: file)
  }

  private static func bytes(of file: OpenFile) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Int(file.length))
    var count = 0
    while count < bytes.count {
      let start = count
      count += try bytes.withUnsafeMutableBytes { buffer in
        try file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[start...]), at: Int64(start))
      }
    }
    return bytes
  }
}
