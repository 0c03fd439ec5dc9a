import Foundation
import Measuring

extension BuildBenchmarks {
  /// How long the compiler checks eight chains of several kinds of links, next to OpenCombine's that do the same. The
  /// time for a program without a chain is subtracted.
  static func measureChains(rounds: Int) throws {
    let lengths = [4, 6, 8]
    let checks = try ["AbstractHTTP", "OpenCombine"].map { library in
      try leastTimes(of: ([0] + lengths).map { program(library, links: $0) }, rounds: rounds)
    }
    print("\nType check of eight chains\n\n| links | AbstractHTTP ms | OpenCombine ms |\n|---:|---:|---:|")
    let times = checks.map { times in times.dropFirst().map { max(0, $0 - times[0]) } }
    for (index, length) in lengths.enumerated() {
      print("| \(length) | \(text(times[0][index])) | \(text(times[1][index])) |")
    }
    guard let ours = times[0].last, let others = times[1].last else { return }
    var summary = Summary(
      row: "Build: a type check of eight chains of \(lengths[2]) links",
      ours: text(ours),
      peer: "OpenCombine \(text(others))",
      ratio: ours.isFinite && others.isFinite ? String(format: "%.2f", ours / others) : ""
    )
    (summary.aim, summary.isMet) = ("≤ 1 ×", ours.isFinite && ours <= others)
    summary.note()
  }

  private static func text(_ time: Double) -> String { time.isFinite ? String(format: "%.0f ms", time) : "rejected" }

  private static func program(_ library: String, links: Int) -> String {
    let start =
      library == "OpenCombine" ? "PassthroughSubject<Int, Failed>()" : "Promise<Never, Int, Failed>(value: 1)"
    let steps =
      library == "OpenCombine"
      ? [
        ".map { $0 + 1 }", ".map { \"\\($0)\" }", ".map { $0.count }",
        ".catch { _ in Just(0).setFailureType(to: Failed.self) }",
      ]
      : [".map { $0 + 1 }", ".map { \"\\($0)\" }", ".map { $0.count }", ".recover { _, _ in 0 }"]
    let chain = (0..<links).map { "  \(steps[$0 % steps.count])" }.joined(separator: "\n")
    let chains = (0..<8).map { "let chain\($0) = \(start)\n\(chain)" }.joined(separator: "\n")
    return """
      import \(library)
      struct Failed: Error {}
      \(chains)
      """
  }

  /// In milliseconds, the least of some rounds for each program; infinite if the compiler is missing or rejects it.
  ///
  /// The programs take turns, so that what slows the machine down for a while slows down all of them.
  private static func leastTimes(of programs: [String], rounds: Int) throws -> [Double] {
    guard let products = Bundle.main.executableURL?.deletingLastPathComponent().path else {
      return programs.map { _ in .infinity }
    }
    let modules = ["CLibcurl", "COpenCombineHelpers"].flatMap {
      ["-Xcc", "-fmodule-map-file=\(products)/\($0).build/module.modulemap"]
    }
    let command = ["swiftc", "-typecheck", "-swift-version", "6", "-I", "\(products)/Modules"] + modules
    let rows = try (0..<rounds).map { _ in try programs.map { try time(of: command, checking: $0) } }
    return programs.indices.map { index in rows.map { $0[index] }.min() ?? .infinity }
  }

  private static func time(of command: [String], checking program: String) throws -> Double {
    let file = FileManager.default.temporaryDirectory.appending(path: "benchmarks-\(UUID().uuidString).swift")
    try Data(program.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let start = ContinuousClock.now
    return try end(of: command + [file.path]) == 0 ? (ContinuousClock.now - start) / .milliseconds(1) : .infinity
  }
}
