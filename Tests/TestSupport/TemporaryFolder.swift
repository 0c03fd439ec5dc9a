import Foundation

/// A folder that goes with its object, and all that is in it.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("AbstractHTTP-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { remove() }

  /// What is in it, hidden files too, in the order of the names.
  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted() }

  func file(_ name: String) -> URL { url.appendingPathComponent(name, isDirectory: false) }

  func text(of name: String) throws -> String { String(decoding: try Data(contentsOf: file(name)), as: UTF8.self) }

  func write(_ text: String, to name: String) throws { try Data(text.utf8).write(to: file(name)) }

  func remove() { try? FileManager.default.removeItem(at: url) }
}

/// A file, in a folder of its own, that goes with its object.
final class TemporaryFile: Sendable {
  let url: URL
  private let folder: URL

  init(_ data: Data?, named name: String = "file") throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("AbstractHTTP-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    url = folder.appendingPathComponent(name)
    try data?.write(to: url)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }
}
