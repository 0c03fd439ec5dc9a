import Foundation
public import Measuring

/// Prints what a program costs before it runs: how long the compiler thinks about its chains, and how big it becomes:
/// `Benchmarks Build`.
public enum BuildBenchmarks {
  /// Measures, and prints what it measured.
  public static func run(_ options: Options) async throws {
    try measureChains(rounds: options.isShort ? 3 : 9)
    try measureSize()
  }

  /// The programs that make one request, of this library and of a peer, without what describes them to a debugger.
  private static func measureSize() throws {
    guard let here = Bundle.main.executableURL?.deletingLastPathComponent() else { return }
    let names = ["OneRequest", "OneRequestByAsyncHTTPClient"]
    let sizes = try names.compactMap { try size(of: here.appending(path: $0)) }
    guard sizes.count == names.count else { return print("\nSizes are not measured: a program or `strip` is missing.") }
    var summary = Summary(
      row: "Build: a program that makes one request",
      ours: String(format: "%.1f MB", sizes[0]),
      peer: String(format: "async-http-client %.1f MB", sizes[1]),
      ratio: String(format: "%.2f", sizes[0] / sizes[1])
    )
    (summary.aim, summary.isMet) = ("≤ 1 ×", sizes[0] <= sizes[1])
    summary.note()
    print("\n\(summary.row), stripped: \(summary.ours), \(summary.peer)")
  }

  /// In megabytes; nil if it can't be stripped.
  private static func size(of program: URL) throws -> Double? {
    let copy = FileManager.default.temporaryDirectory.appending(path: "benchmarks-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: copy) }
    let arguments = ["strip", "-o", copy.path, program.path]
    guard FileManager.default.fileExists(atPath: program.path), try end(of: arguments) == 0 else { return nil }
    return try FileManager.default.attributesOfItem(atPath: copy.path)[.size].flatMap { $0 as? Int }.map {
      Double($0) / 1e6
    }
  }

  /// Runs a command that is found in the search path.
  ///
  /// - Returns: The code with which it ends.
  static func end(of arguments: [String]) throws -> Int32 {
    let process = Process()
    (process.executableURL, process.arguments) = (URL(filePath: "/usr/bin/env"), arguments)
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
