import Foundation

/// A reader of bytes that come from a server or from a file, and the rules that hold for every input.
struct FuzzTarget: Sendable {
  /// A rule that an input breaks.
  struct Broken: Error, CustomStringConvertible {
    let description: String
  }

  /// The name on the command line.
  let name: String
  /// Inputs to begin with: one for each form that the reader knows.
  let seeds: [[UInt8]]
  /// Reads an input. Throws ``Broken`` if a rule does not hold.
  let check: @Sendable (_ input: [UInt8]) throws(Broken) -> Void

  init(
    _ name: String,
    seeds: [String],
    bytes: [[UInt8]] = [],
    check: @escaping @Sendable (_ input: [UInt8]) throws(Broken) -> Void
  ) {
    self.name = name
    self.seeds = seeds.map { Array($0.utf8) } + bytes
    self.check = check
  }

  static let all: [FuzzTarget] = [
    responseHead, chunks, setCookie, location, retryAfter, cacheHeaders, cacheFile, contentDisposition, contentType,
    json, har, multipart, codings,
  ]

  /// Writes each seed to a file of the folder.
  func writeSeeds(to folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (number, seed) in seeds.enumerated() {
      try Data(seed).write(to: folder.appending(path: "seed-\(number)"))
    }
  }
}

/// States a rule of a target.
func expect(_ isKept: Bool, _ rule: @autoclosure () -> String) throws(FuzzTarget.Broken) {
  if !isKept { throw FuzzTarget.Broken(description: rule()) }
}

extension [UInt8] {
  /// The input as text; invalid UTF-8 is repaired.
  var text: String { String(decoding: self, as: UTF8.self) }

  /// The input in two: a line, and the rest.
  var firstLineAndRest: (line: [UInt8], rest: [UInt8]) {
    let end = firstIndex(of: UInt8(ascii: "\n")) ?? endIndex
    return (Array(self[..<end]), Array(self[end...].dropFirst()))
  }
}
