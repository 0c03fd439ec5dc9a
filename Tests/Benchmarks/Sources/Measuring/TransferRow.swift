import Foundation

/// One row about a large body: how fast it moves, next to the `curl` command, and how much memory that takes.
public struct TransferRow: Sendable {
  /// The most memory above the start that a transfer may take, in MB, however long its body is.
  public static let memoryLimit = 16.0

  private let name: String
  private let bytes: Int
  /// The seconds of each round.
  private var ours: [Double] = []
  private var curls: [Double] = []
  private var peak = 0.0

  /// Makes a row.
  ///
  /// - Parameters:
  ///   - name: What is transferred, after the number of MB.
  ///   - bytes: How many bytes each round moves.
  public init(_ name: String, bytes: Int) { (self.name, self.bytes) = (name, bytes) }

  /// The number of bytes to move: 1 GB, or 256 MB in short form.
  public static func size(_ options: Options) -> Int { options.isShort ? 256 << 20 : 1 << 30 }

  /// Prints a heading and the names of the columns.
  public static func heading() {
    print("\nLarge bodies; the limit is \(Int(memoryLimit)) MB of memory\n")
    print("| what | MB/s | peak of memory above the start, MB | curl, MB/s | ratio of the times |")
    print("|---|---:|---:|---:|---:|")
  }

  /// Adds a round of ours.
  public mutating func add(seconds: Double, peak: Double) {
    ours.append(seconds)
    self.peak = max(self.peak, peak)
  }

  /// Adds a round of the command.
  public mutating func addCurl(seconds: Double) { curls.append(seconds) }

  /// Prints the row, and adds it to the table of all benchmarks.
  ///
  /// - Returns: Whether the memory is within the limit.
  public func report() -> Bool {
    let row = "\(bytes >> 20) MB \(name)"
    let (mine, other) = (Self.median(ours), Self.median(curls))
    let memory = String(format: "%.1f", peak)
    let ratio = mine.flatMap { mine in other.map { String(format: "%.2f", mine / $0) } } ?? ""
    print("| \(row) | \(speed(mine)) | \(memory) | \(speed(other)) | \(ratio) |")
    var summary = Summary(row: "Transfer: \(row)", ours: "\(speed(mine)) MB/s, \(memory) MB", ratio: ratio)
    if other != nil { summary.peer = "curl \(speed(other)) MB/s" }
    (summary.aim, summary.isMet) = ("≤ \(Int(Self.memoryLimit)) MB", peak <= Self.memoryLimit)
    summary.note()
    return peak <= Self.memoryLimit
  }

  private func speed(_ seconds: Double?) -> String { seconds.map { "\(Int(Double(bytes) / 1e6 / $0))" } ?? "" }

  private static func median(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.sorted()[values.count / 2]
  }
}
