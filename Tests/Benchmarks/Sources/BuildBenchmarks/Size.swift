import Foundation
import Measuring

extension BuildBenchmarks {
  /// How much of this program is the library, next to async-http-client with SwiftNIO: the sizes of their symbols. What
  /// they use of the system's libraries isn't part of it.
  static func measureSize() {
    guard let sizes = symbolSizes() else { return print("\nSizes are not measured: nm is missing.") }
    let ours = sizes.filter { isOurs($0.key) }.values.reduce(0, +)
    let others = sizes.filter { isAsyncHTTPClient($0.key) }.values.reduce(0, +)
    guard ours > 0, others > 0 else { return print("\nSizes are not measured: nm does not know this program.") }
    print("\nCode in this program: AbstractHTTP \(text(ours)), async-http-client with SwiftNIO \(text(others))")
    var summary = Summary(
      row: "Build: code in a program",
      ours: text(ours),
      peer: "async-http-client \(text(others))",
      ratio: String(format: "%.2f", Double(ours) / Double(others))
    )
    (summary.aim, summary.isMet) = ("≤ 1 ×", ours <= others)
    summary.note()
  }

  private static func text(_ bytes: Int) -> String { String(format: "%.1f MB", Double(bytes) / 1_000_000) }

  private static func isOurs(_ module: String) -> Bool {
    module == "AbstractHTTP" || ["libcurl_", "poller_"].contains { module.hasPrefix($0) }
  }

  private static func isAsyncHTTPClient(_ module: String) -> Bool {
    module == "AsyncHTTPClient" || ["NIO", "_NIO", "CNIO", "c_nio"].contains { module.hasPrefix($0) }
  }

  /// The bytes of this program's symbols by their module, or by their name if they are written in C; nil without `nm`.
  private static func symbolSizes() -> [String: Int]? {
    guard let program = Bundle.main.executableURL,
      let output = Command.output(
        of: URL(filePath: "/usr/bin/nm"),
        ["--print-size", "--defined-only", program.path]
      )
    else { return nil }
    var sizes: [String: Int] = [:]
    // A line is an address, a size, a kind, and a name.
    for line in output.utf8.split(separator: UInt8(ascii: "\n")) {
      let columns = line.split(separator: UInt8(ascii: " "))
      guard columns.count == 4, let size = Int(Substring(columns[1]), radix: 16) else { continue }
      sizes[String(module(of: Substring(columns[3]))), default: 0] += size
    }
    return sizes
  }

  /// The module in a mangled name, which follows its length: `$s12AbstractHTTP7RequestV`.
  private static func module(of name: Substring) -> Substring {
    guard name.hasPrefix("$s") else { return name }
    let rest = name.dropFirst(2)
    let digits = rest.prefix { $0.isNumber }
    return rest.dropFirst(digits.count).prefix(Int(digits) ?? 0)
  }
}
