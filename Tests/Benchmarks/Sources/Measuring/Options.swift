/// How a benchmark runs: by the arguments that follow its name.
public struct Options: Sendable {
  /// Whether a rough idea is enough: fewer operations, fewer rounds.
  public let isShort: Bool

  /// Whether only the first contestant of each row is measured, for a profiler to watch.
  public let isAlone: Bool

  /// Whether this process is the server of a benchmark that another process runs.
  public let isServer: Bool

  /// The same, for a server on every address of the loopback.
  public let isServerEverywhere: Bool

  /// What the names of the rows that are measured contain; nil for all rows.
  public let only: String?

  /// Reads `[--short] [--alone] [--serve] [--only <part of a row's name>]`.
  public init(_ arguments: [String]) {
    isShort = arguments.contains("--short")
    isAlone = arguments.contains("--alone")
    isServer = arguments.contains("--serve")
    isServerEverywhere = arguments.contains("--serve-everywhere")
    only = arguments.firstIndex(of: "--only").map { index in
      arguments[(index + 1)...].prefix { !$0.hasPrefix("--") }.joined(separator: " ")
    }
  }

  /// Whether a part of the benchmark is measured.
  public func includes(_ name: String) -> Bool { only.map { $0 == name } ?? true }
}
