import AbstractHTTP
import Foundation
import Measuring

/// Reads a long body with pauses, as a stream and from the `curl` command, whose output is a pipe.
struct SlowReader {
  let url: String
  let size: Int

  struct Incomplete: Error { let count: Int }

  /// Measures in turns, and prints a line.
  ///
  /// - Returns: Whether the memory is within its limit.
  func measure(rounds: Int) async throws -> Bool {
    TransferRow.heading()
    var row = TransferRow("read with pauses", bytes: size)
    for _ in 0..<rounds {
      try? Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
      let start = Self.memory("VmRSS")
      let seconds = try await self.seconds { try await readStream() }
      row.add(seconds: seconds, peak: max(0, Self.memory("VmHWM") - start))
      row.addCurl(seconds: try await self.seconds { try await readCurl() })
    }
    return row.report()
  }

  private func seconds(of read: () async throws -> Int) async throws -> Double {
    let start = ContinuousClock.now
    let count = try await read()
    guard count == size else { throw Incomplete(count: count) }
    return (.now - start) / .seconds(1)
  }

  private func readStream() async throws -> Int {
    var (count, pauses) = (0, Pauses())
    for try await piece in try await HTTP(url).callbackInMainThread(false).fetchStream().value {
      count += piece.count
      try await pauses.pass(count)
    }
    return count
  }

  private func readCurl() async throws -> Int {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["curl", "--silent", "--no-buffer", url]
    process.standardOutput = output
    try process.run()
    var (count, pauses) = (0, Pauses())
    while let piece = try output.fileHandleForReading.read(upToCount: 1 << 16), !piece.isEmpty {
      count += piece.count
      try await pauses.pass(count)
    }
    process.waitUntilExit()
    return count
  }

  /// A pause after every 8 MB.
  private struct Pauses {
    private var next = 8 << 20

    mutating func pass(_ count: Int) async throws {
      guard count >= next else { return }
      next += 8 << 20
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  /// A figure of this process's memory, in MB; 0 where the system doesn't tell.
  private static func memory(_ name: String) -> Double {
    let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = text?.split(separator: "\n").first { $0.hasPrefix(name + ":") }
    return line.flatMap { Double($0.filter(\.isNumber)) }.map { $0 * 1_024 / 1e6 } ?? 0
  }
}
