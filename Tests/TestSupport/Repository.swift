import Foundation

/// The files of this repository.
enum Repository {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static let library = root.appending(path: "Sources/AbstractHTTP")
  static let articles = library.appending(path: "AbstractHTTP.docc")

  /// The text of all tests, of one target if it's named.
  static func tests(of target: String? = nil) throws -> String {
    let tests = root.appending(path: "Tests")
    let targets = try FileManager.default.contentsOfDirectory(atPath: tests.path).filter { $0.hasSuffix("Tests") }
    return try targets.filter { target == nil || $0 == target }
      .flatMap { sources(in: tests.appending(path: $0)) }
      .map { try String(contentsOf: $0, encoding: .utf8) }
      .joined(separator: "\n")
  }

  /// The Swift files in a folder and the folders in it.
  static func sources(in folder: URL) -> [URL] {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return files?.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" } ?? []
  }
}
