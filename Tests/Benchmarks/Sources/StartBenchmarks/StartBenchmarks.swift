import AbstractHTTPTesting
import Foundation
public import Measuring

/// Prints what a program costs that makes one request and ends, and how large it is: `Benchmarks Start`.
///
/// Its peers are the same program with `URLSession`, and the `curl` command where there is one.
public enum StartBenchmarks {
  /// Measures, and prints what it measured.
  public static func run(_ options: Options) async throws {
    let server = try LoopbackServer()
    server.on(nil, "/1k", .data(Data(repeating: 0x61, count: 1024)))
    let here = Bundle.main.executableURL?.deletingLastPathComponent() ?? URL(filePath: ".")
    let ours = here.appending(path: "FirstRequest")
    let session = here.appending(path: "FirstSessionRequest")
    let curl = URL(filePath: "/usr/bin/curl")
    let programs = [ours, session, curl].filter { FileManager.default.isExecutableFile(atPath: $0.path) }
    let times = try measure(programs, server.url("/1k"), rounds: options.isShort ? 7 : 31)
    print("\nA program that makes one request and ends\n\n| program | ms |\n|---|---:|")
    for (program, time) in zip(programs, times) {
      print("| \(program.lastPathComponent) | \(String(format: "%.1f", time)) |")
    }
    if programs.contains(session) { note("A start and a first request", "ms", times[0], times[1], aim: 1) }
    try noteSizes(ours, session)
  }

  /// Runs the programs in turns, so that a noisy moment hits them all, and takes the medians.
  private static func measure(_ programs: [URL], _ url: String, rounds: Int) throws -> [Double] {
    var times = [[Double]](repeating: [], count: programs.count)
    for _ in 0..<rounds {
      for (index, program) in programs.enumerated() { times[index].append(try time(of: program, [url])) }
    }
    return times.map { $0.sorted()[$0.count / 2] }
  }

  private static func time(of program: URL, _ arguments: [String]) throws -> Double {
    let process = Process()
    (process.executableURL, process.arguments) = (program, arguments)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let start = ContinuousClock.now
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw URLError(.cannotConnectToHost) }
    return (ContinuousClock.now - start) / .milliseconds(1)
  }

  /// The sizes without what describes the programs to a debugger.
  private static func noteSizes(_ ours: URL, _ session: URL) throws {
    let sizes = try [ours, session].map { program in
      let copy = FileManager.default.temporaryDirectory.appending(path: "start-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: copy) }
      _ = try time(of: URL(filePath: "/usr/bin/strip"), ["-o", copy.path, program.path])
      let size = try FileManager.default.attributesOfItem(atPath: copy.path)[.size] as? Int ?? 0
      return Double(size) / 1_048_576
    }
    note("The size of a program", "MB", sizes[0], sizes[1], aim: nil)
  }

  private static func note(_ row: String, _ unit: String, _ ours: Double, _ peer: Double, aim: Double?) {
    var summary = Summary(
      row: row,
      ours: String(format: "%.1f \(unit)", ours),
      peer: String(format: "URLSession %.1f \(unit)", peer),
      ratio: String(format: "%.2f", ours / peer)
    )
    if let aim { (summary.aim, summary.isMet) = ("≤ \(aim) ×", ours <= aim * peer) }
    summary.note()
    print("\n\(row): \(summary.ours); \(summary.peer)")
  }
}
