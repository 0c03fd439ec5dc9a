import AbstractHTTP
import AbstractHTTPTesting
import Foundation
public import Measuring

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Prints what a program costs that makes one request and ends: `Benchmarks Start`.
///
/// The program is this one, with this library and with `URLSession`; the other peer is the `curl` command where there is one.
public enum StartBenchmarks {
  /// Measures, and prints what it measured.
  public static func run(_ options: Options) async throws {
    let server = try LoopbackServer()
    server.on(nil, "/1k", .data(Data(repeating: 0x61, count: 1024)))
    guard let here = Bundle.main.executableURL else { return }
    let programs: [Program] =
      clients.keys.sorted().map { Program(name: $0, file: here, arguments: ["FirstRequest", $0]) }
      + [Program(name: "curl", file: URL(filePath: "/usr/bin/curl"), arguments: [])]
      .filter { FileManager.default.isExecutableFile(atPath: $0.file.path) }
    let times = try measure(programs, server.url("/1k"), rounds: options.isShort ? 7 : 31)
    print("\nA program that makes one request and ends\n\n| program | ms |\n|---|---:|")
    for (program, time) in zip(programs, times) { print("| \(program.name) | \(String(format: "%.1f", time)) |") }
    note("A start and a first request", times[0], times[1], aim: 1)
  }

  /// Makes one request, as the program that is measured.
  public static func makeRequest(by client: String, to url: String) async throws { try await clients[client]?(url) }

  private static let clients: [String: @Sendable (_ url: String) async throws -> Void] = [
    "AbstractHTTP": { url in _ = try await HTTP(url).callbackInMainThread(false).fetchData().value },
    "URLSession": { url in
      guard let url = URL(string: url) else { throw URLError(.badURL) }
      _ = try await URLSession.shared.data(from: url)
    },
  ]

  private struct Program {
    let name: String
    let file: URL
    let arguments: [String]
  }

  /// Runs the programs in turns, so that a noisy moment hits them all, and takes the medians.
  private static func measure(_ programs: [Program], _ url: String, rounds: Int) throws -> [Double] {
    var times = [[Double]](repeating: [], count: programs.count)
    for _ in 0..<rounds {
      for (index, program) in programs.enumerated() {
        times[index].append(try time(of: program.file, program.arguments + [url]))
      }
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

  private static func note(_ row: String, _ ours: Double, _ peer: Double, aim: Double) {
    var summary = Summary(
      row: row,
      ours: String(format: "%.1f ms", ours),
      peer: String(format: "URLSession %.1f ms", peer),
      ratio: String(format: "%.2f", ours / peer)
    )
    (summary.aim, summary.isMet) = ("≤ \(aim) ×", ours <= aim * peer)
    summary.note()
    print("\n\(row): \(summary.ours); \(summary.peer)")
  }
}
