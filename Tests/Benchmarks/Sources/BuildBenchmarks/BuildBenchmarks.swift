import Foundation
public import Measuring

/// Prints what a program costs before it runs, how long the compiler checks its chains and how large it is:
/// `Benchmarks Build`.
public enum BuildBenchmarks {
  /// Measures, and prints what it measured.
  public static func run(_ options: Options) async throws {
    try measureChains(rounds: options.isShort ? 5 : 9)
    measureSize()
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
