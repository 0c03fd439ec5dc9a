public import Foundation

extension CookieJar {
  /// Writes the cookies that haven't expired to a file in the format of Netscape's browser, which curl, wget and others read
  /// and write.
  ///
  /// The file appears in one step, replaces the one there was, and can be read and written by its owner only (mode 0600). A
  /// cookie with a tab in its name or its path has no place in the format and is left out. Blocks the calling thread while
  /// the file is written.
  ///
  /// - Parameters:
  ///   - file: Where to write. The folder must be there.
  ///   - includingSessionCookies: Whether cookies without an expiration date are written; `true` by default, as curl does.
  /// - Throws: `URLError`, such as `.cannotCreateFile` and `.cannotWriteToFile`, with the path and the reason. The file
  ///   there was stays.
  public func save(to file: URL, includingSessionCookies: Bool = true) throws {
    try save(to: file, includingSessionCookies: includingSessionCookies, at: Date())
  }

  /// Adds the cookies of a file that ``save(to:includingSessionCookies:)``, curl or another program wrote.
  ///
  /// A cookie takes the place of the same one in the jar. Cookies that have expired, and those that no server could set, are
  /// passed over. Blocks the calling thread while the file is read.
  ///
  /// - Throws: ``InvalidCookieFile`` if a line isn't a cookie's, or `URLError`: `.fileDoesNotExist`, `.cannotOpenFile`,
  ///   `.fileIsDirectory`, and `.dataLengthExceedsMaximum` for a file beyond 32 MB. The jar stays as it was.
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
