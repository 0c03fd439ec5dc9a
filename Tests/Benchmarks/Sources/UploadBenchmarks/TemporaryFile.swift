import Foundation

/// A file of random bytes that goes with its object.
final class TemporaryFile: Sendable {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("AbstractHTTP-film-\(UUID().uuidString).mov")

  init(size: Int) throws {
    try Data().write(to: url)
    let file = try FileHandle(forWritingTo: url)
    let piece = Data((0..<1_000_000).map { _ in UInt8.random(in: 0...255) })
    for start in stride(from: 0, to: size, by: piece.count) {
      try file.write(contentsOf: piece.prefix(size - start))
    }
    try file.close()
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
