import Foundation

/// A file that is being written beside its final location, under a unique hidden name.
///
/// It is renamed once it is complete. Until then, it isn't visible, and releasing it deletes it.
final class PartialFile: Sendable {
  /// The final location of the file.
  let url: URL
  /// The number of bytes that existed before; `nil` if the download started from the beginning.
  let resumedFrom: Int64?
  private let options: DownloadDestination.Options
  private let temporary: URL
  /// The open file; `nil` once it has been renamed or deleted.
  private let descriptor: Locked<Int32?>
  /// The part that is written, if it is kept for the next attempt.
  private let part: PartFile?

  /// Creates a file.
  ///
  /// - Throws: `URLError` if the file can't be created there, or would replace a file that must be kept.
  init(at url: URL, options: DownloadDestination.Options) throws(URLError) {
    try Self.prepare(url, options)
    self.url = url
    self.options = options
    (part, resumedFrom) = (nil, nil)
    let name = ".\(UUID().uuidString).download"
    temporary = url.deletingLastPathComponent().appendingPathComponent(name, isDirectory: false)
    descriptor = Locked(try FileSystem.create(temporary, for: url))
  }

  /// Continues a part, which is kept when the file is released. Its folder has already been prepared.
  init(_ part: PartFile, at url: URL, options: DownloadDestination.Options, resumedFrom: Int64? = nil) {
    self.url = url
    self.options = options
    (self.part, self.resumedFrom) = (part, resumedFrom)
    temporary = part.place.part
    descriptor = Locked(nil)
  }

  deinit { discard() }

  /// Appends bytes.
  func write(_ bytes: UnsafeRawBufferPointer) throws(URLError) {
    if let part { return try part.write(bytes, for: url) }
    try descriptor.withLock { descriptor throws(URLError) in
      guard let descriptor else { throw URLError(.cannotWriteToFile, "\(url.path) is not being written any more") }
      try FileSystem.write(bytes, to: descriptor, for: url)
    }
  }

  /// Renames the complete file, or deletes it if that fails.
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

  /// Deletes the file, unless it has been renamed or is kept for the next attempt.
  func discard() {
    if let part { return part.leave() }
    guard let descriptor = descriptor.withLock({ $0.take() }) else { return }
    try? FileSystem.close(descriptor, for: url)
    FileSystem.remove(temporary)
  }

  /// Creates the missing folders of a file, if the options allow it.
  ///
  /// - Throws: `URLError` if the file can't be created there.
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

  /// Fails before a byte is written if the final step is bound to fail.
  private static func check(_ url: URL, _ options: DownloadDestination.Options) throws(URLError) {
    switch FileSystem.kind(of: url) {
    case .none: return
    case .folder: throw URLError(.fileIsDirectory, "\(url.path) is a folder")
    case .other: if !options.contains(.removePreviousFile) { throw FileSystem.exists(url) }
    }
  }
}
