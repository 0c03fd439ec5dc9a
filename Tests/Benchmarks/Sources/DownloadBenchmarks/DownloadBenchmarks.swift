import AbstractHTTP
import AbstractHTTPTesting
import Foundation
public import Measuring

/// Prints how fast 100 MB get into a file, and how much memory that takes, next to what others take, and the same of 1 GB
/// (256 MB in short form) next to the `curl` command: `Benchmarks Download`.
///
/// Fails if our own download of 100 MB takes more than 30 MB of memory, or the other more than 16 MB. The server is nginx where `ABSTRACTHTTP_NGINX` names one
/// (`.ci/servers start` does), and a `LoopbackServer` in this process elsewhere.
public enum DownloadBenchmarks {
  static let size = 104_857_600
  static let memoryLimit = 30.0

  /// Measures, and prints what it measured.
  public static func run(_ options: Options) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "DownloadBenchmarks-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Before others have taken memory that would be used again.
    guard try await measureLong(options, in: folder) else {
      print("\nThat is more than \(Int(TransferRow.memoryLimit)) MB.")
      exit(1)
    }
    let server = try Site()
    let downloads: [Download] = [.ours(server.url), .urlSession(server.url)] + Download.curl(server.url)
    let loads = try await measure(downloads, in: folder, rounds: options.isShort ? 3 : 15)
    print("\n100 MB into a file, from \(server.name)\n")
    print("| download | MB/s | CPU ms | peak memory above the start, MB | ratio of its MB/s to ours |")
    print("|---|---:|---:|---:|---:|")
    for (download, load) in zip(downloads, loads) { print(load.row(download.name, next: loads[0])) }
    guard loads[0].memory <= memoryLimit else {
      print("\nThe download took \(loads[0].memory) MB of memory: more than \(memoryLimit).")
      exit(1)
    }
  }

  /// Measures our download and the command's in turns, and prints a line.
  ///
  /// - Returns: Whether the memory is within its limit.
  private static func measureLong(_ options: Options, in folder: URL) async throws -> Bool {
    let (server, size) = (try LoopbackServer(), TransferRow.size(options))
    let part = Reply.Part.data(Data(repeating: 0x61, count: 1 << 20))
    server.on(.get, "/long", .body(Array(repeating: part, count: size >> 20)))
    TransferRow.heading()
    var row = TransferRow("into a file", bytes: size)
    for _ in 0..<3 {
      let ours = try await Load.of(.ours(server.url("/long")), size, in: folder)
      row.add(seconds: ours.seconds, peak: ours.memory)
      for curl in Download.curl(server.url("/long")) {
        row.addCurl(seconds: try await Load.of(curl, size, in: folder).seconds)
      }
    }
    return row.report()
  }

  /// Measures downloads in turns, so that a noisy moment hits them all; the memory in the first turn, before the others
  /// have taken any.
  private static func measure(_ downloads: [Download], in folder: URL, rounds: Int) async throws -> [Load] {
    var all = [[Load]](repeating: [], count: downloads.count)
    for _ in 0..<rounds {
      for (index, download) in downloads.enumerated() {
        all[index].append(try await Load.of(download, size, in: folder))
      }
    }
    return all.map(Load.median)
  }
}

/// Where 100 MB are to be had.
struct Site {
  let name: String
  let url: String
  private let server: LoopbackServer?

  init() throws {
    if let nginx = ProcessInfo.processInfo.environment["ABSTRACTHTTP_NGINX"] {
      (name, url, server) = ("nginx", nginx + "/100m", nil)
    } else {
      let server = try LoopbackServer()
      let part = Reply.Part.data(Data(repeating: 0x61, count: 1 << 20))
      server.on(.get, "/100m", .body(Array(repeating: part, count: DownloadBenchmarks.size >> 20)))
      (name, url, self.server) = ("LoopbackServer", server.url("/100m"), server)
    }
  }
}
