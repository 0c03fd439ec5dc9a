import BuildBenchmarks
import CacheBenchmarks
import DownloadBenchmarks
import EncodingBenchmarks
import Foundation
import HTTPBenchmarks
import JSONBenchmarks
import LifecycleBenchmarks
import Measuring
import MiddlewareBenchmarks
import PromiseBenchmarks
import ProviderBenchmarks
import StartBenchmarks
import StreamBenchmarks
import UploadBenchmarks

/// All benchmarks, each in a process of its own, so that none runs in the memory of another.
enum AllBenchmarks {
  static let list: [(name: String, run: @Sendable (Options) async throws -> Void)] = [
    ("Promise", PromiseBenchmarks.run), ("Lifecycle", LifecycleBenchmarks.run), ("Provider", ProviderBenchmarks.run),
    ("JSON", JSONBenchmarks.run), ("Encoding", EncodingBenchmarks.run), ("Middleware", MiddlewareBenchmarks.run),
    ("Cache", CacheBenchmarks.run), ("HTTP", HTTPBenchmarks.run), ("Upload", UploadBenchmarks.run),
    ("Download", DownloadBenchmarks.run), ("Start", StartBenchmarks.run), ("Stream", StreamBenchmarks.run),
    ("Build", BuildBenchmarks.run),
  ]

  /// Runs all in short form, and prints one table of their rows.
  ///
  /// - Returns: Whether every benchmark ended well and every deterministic figure is within its bound.
  static func run() -> Bool {
    let file = FileManager.default.temporaryDirectory.appending(path: "benchmarks-\(UUID().uuidString)")
    _ = FileManager.default.createFile(atPath: file.path, contents: nil)
    defer { try? FileManager.default.removeItem(at: file) }
    setenv(Summary.variable, file.path, 1)
    let failed = list.map(\.name).filter { !runAlone($0) }
    Instructions.report()
    let rows = Summary.rows(in: file)
    print("\nAll rows\n\n\(Summary.heading)\n\(rows.map(\.line).joined(separator: "\n"))")
    let faults = rows.filter(\.isFault)
    for fault in faults { print("\n\(fault.row): \(fault.ours) is beyond its bound") }
    if !failed.isEmpty { print("\nFailed: \(failed.joined(separator: ", "))") }
    return faults.isEmpty && failed.isEmpty
  }

  /// Runs one in another process, which prints what it prints.
  private static func runAlone(_ name: String) -> Bool {
    fflush(nil)
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = [name, "--short"]
    do { try process.run() } catch { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
