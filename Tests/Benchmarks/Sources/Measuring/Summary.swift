public import Foundation

/// One row of the table that ends a run of all benchmarks.
public struct Summary: Codable, Sendable {
  /// What was measured.
  public var row: String

  /// What ours takes, with its unit.
  public var ours: String

  /// The peer that ours is compared to, and what it takes.
  public var peer = ""

  /// Ours divided by the peer's.
  public var ratio = ""

  /// What the row is to reach.
  public var aim = ""

  /// Whether the aim is met; nil for a row without one.
  public var isMet: Bool?

  /// Whether a figure that is the same in every run is beyond its bound: no noisy moment can be the reason.
  public var isFault = false

  /// Makes a row.
  public init(row: String, ours: String, peer: String = "", ratio: String = "") {
    self.row = row
    self.ours = ours
    self.peer = peer
    self.ratio = ratio
  }

  /// The variable of the environment that names the file in which the rows of all benchmarks come together.
  public static let variable = "BENCHMARK_SUMMARY"

  /// Adds the row to the table, if this process is part of a run of all benchmarks.
  public func note() {
    guard let path = ProcessInfo.processInfo.environment[Self.variable], let file = FileHandle(forWritingAtPath: path),
      let line = try? JSONEncoder().encode(self)
    else { return }
    file.seekToEndOfFile()
    file.write(line + Data("\n".utf8))
    try? file.close()
  }

  /// The rows that were noted in a file.
  public static func rows(in file: URL) -> [Summary] {
    let lines = (try? Data(contentsOf: file))?.split(separator: UInt8(ascii: "\n")) ?? []
    return lines.compactMap { try? JSONDecoder().decode(Summary.self, from: $0) }
  }

  /// The columns of ``line``.
  public static let heading = """
    | row | ours | best peer | ratio | aim | met |
    |---|---:|---|---:|---|---|
    """

  /// The row as a line of the table.
  public var line: String {
    "| \(row) | \(ours) | \(peer) | \(ratio) | \(aim) | \(isMet.map { $0 ? "yes" : "no" } ?? "") |"
  }
}
