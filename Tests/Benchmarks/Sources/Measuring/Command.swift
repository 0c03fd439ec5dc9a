public import Foundation

/// A program that a benchmark runs.
public enum Command {
  /// Returns what a program prints; its errors included; `nil` if it can't be started or fails.
  public static func output(
    of program: URL?,
    _ arguments: [String],
    environment: [String: String] = [:]
  ) -> String? {
    guard let program, FileManager.default.isExecutableFile(atPath: program.path) else { return nil }
    let (process, pipe) = (Process(), Pipe())
    (process.executableURL, process.arguments) = (program, arguments)
    (process.standardOutput, process.standardError) = (pipe, pipe)
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    do { try process.run() } catch { return nil }
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return process.terminationStatus == 0 ? output : nil
  }
}
