import Foundation

/// A file that is being written next to where it is to be, under a hidden name of its own.
///
/// It gets its name when it is whole. Until then nobody sees it, and whoever lets go of it deletes it.
final class PartialFile: Sendable {
  /// Where the file is to be.
  let url: URL
  /// How many bytes of it were there before; `nil` if the download began at its beginning.
  let resumedFrom: Int64?
  private let options: DownloadDestination.Options
  private let temporary: URL
  /// What it is written to; `nil` once it has got its name or was deleted.
  private let descriptor: Locked<Int32?>
  /// The part that it is written to, if that is kept for the next time.
  private let part: PartFile?

  /// Begins a file.
  ///
  /// - Throws: `URLError` if it cannot be made there, or would replace what must stay.
  init(at url: URL, options: DownloadDestination.Options) throws(URLError) {
    try Self.prepare(url, options)
    self.url = url
    self.options = options
    (part, resumedFrom) = (nil, nil)
    let name = ".\(UUID().uuidString).download"
    temporary = url.deletingLastPathComponent().appendingPathComponent(name, isDirectory: false)
    descriptor = Locked(try FileSystem.create(temporary, for: url))
  }

  /// Goes on with a part, which stays when the file is let go of. Its place has been prepared.
  init(_ part: PartFile, at url: URL, options: DownloadDestination.Options, resumedFrom: Int64? = nil) {
    self.url = url
    self.options = options
    (self.part, self.resumedFrom) = (part, resumedFrom)
    temporary = part.place.part
    descriptor = Locked(nil)
  }

  deinit { discard() }

  /// Writes bytes after those that were written before.
  func write(_ bytes: UnsafeRawBufferPointer) throws(URLError) {
    if let part { return try part.write(bytes, for: url) }
    try descriptor.withLock { descriptor throws(URLError) in
      guard let descriptor else { throw URLError(.cannotWriteToFile, "\(url.path) is not being written any more") }
      try FileSystem.write(bytes, to: descriptor, for: url)
    }
  }

  /// Gives the file, which is whole, its name; or deletes it, where that fails.
  func finish() throws(URLError) {
    if let part { return try part.finish(at: url, replacing: options.contains(.removePreviousFile)) }
    guard let descriptor = descriptor.withLock({ $0.take() }) else { return }
    do throws(URLError) {
      try FileSystem.close(descriptor, for: url)
      try FileSystem.move(temporary, to: url, replacing: options.contains(.removePreviousFile))
    } catch {
      FileSystem.remove(temporary)
      throw error
    }
  }

  /// Deletes the file, if it has not got its name, and is not kept for the next time.
  func discard() {
    if let part { return part.leave() }
    guard let descriptor = descriptor.withLock({ $0.take() }) else { return }
    try? FileSystem.close(descriptor, for: url)
    FileSystem.remove(temporary)
  }

  /// Makes the folders of a file that may be made.
  ///
  /// - Throws: `URLError` if the file cannot be there.
  static func prepare(_ url: URL, _ options: DownloadDestination.Options) throws(URLError) {
    guard url.isFileURL else { throw URLError(.cannotCreateFile, "the URL of the destination is not a file's") }
    if options.contains(.createIntermediateDirectories) { try make(url.deletingLastPathComponent()) }
    try check(url, options)
  }

  private static func make(_ folder: URL) throws(URLError) {
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw URLError(.cannotCreateFile, "the folder \(folder.path) cannot be made")
    }
  }

  /// Fails before a byte is written where the end could only fail.
  private static func check(_ url: URL, _ options: DownloadDestination.Options) throws(URLError) {
    switch FileSystem.kind(of: url) {
    case .none: return
    case .folder: throw URLError(.fileIsDirectory, "\(url.path) is a folder")
    case .other: if !options.contains(.removePreviousFile) { throw FileSystem.exists(url) }
    }
  }
}
