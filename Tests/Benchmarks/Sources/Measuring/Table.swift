/// Measures row by row and prints a table: the first contestant of a row is ours, the second is the one to beat.
public struct Table: Sendable {
  private let name: String
  private let aim: Aim?
  private let scale: Double
  private let rounds: Int
  private let part: String?
  private let isAlone: Bool

  /// Makes a table.
  ///
  /// - Parameters:
  ///   - name: What its rows are about, for the table of all benchmarks.
  ///   - aim: What each row is to reach that says nothing else; nothing by default.
  ///   - options: How the benchmark runs.
  public init(_ name: String, aim: Aim? = nil, _ options: Options) {
    self.name = name
    self.aim = aim
    scale = options.isShort ? 0.1 : 1
    rounds = options.isShort ? 3 : 9
    part = options.only
    isAlone = options.isAlone
  }

  /// Prints a heading and the names of the columns.
  public func heading(_ text: String) {
    print("\n\(text)\n")
    print("| what | CPU ns | allocations | others: CPU ns (allocations) | ratio to the first other |")
    print("|---|---:|---:|---|---:|")
  }

  /// Measures contestants against each other, and prints a line.
  ///
  /// - Parameter aim: What the row is to reach; by default, what the table's rows are to.
  public func row(_ name: String, times: Int, units: Int = 1, aim: Aim? = nil, _ contestants: Contestant...) async {
    if let part, !name.contains(part) { return }
    let contestants = contestants.filter(\.takesPart).prefix(isAlone ? 1 : .max)
    let times = max(1, Int(Double(times) * scale))
    let results = await measure(Array(contestants), times: times, units: units, rounds: rounds)
    let others = zip(contestants, results).dropFirst()
      .map { "\($0.name) \(digits($1.nanoseconds)) (\(count($1)))" }
      .joined(separator: ", ")
    let ratio = results.count > 1 ? digits(results[0].nanoseconds / results[1].nanoseconds, places: 2) : ""
    print("| \(name) | \(digits(results[0].nanoseconds)) | \(count(results[0])) | \(others) | \(ratio) |")
    if !isAlone { note(name, aim ?? self.aim, contestants.map(\.name), results.map(\.nanoseconds)) }
  }

  /// Adds the row to the table of all benchmarks.
  private func note(_ row: String, _ aim: Aim?, _ names: [String], _ nanoseconds: [Double]) {
    let peer = (aim ?? .nanoseconds(0)).peer(of: names, nanoseconds)
    var summary = Summary(row: "\(name): \(row)", ours: "\(digits(nanoseconds[0])) ns")
    if let peer {
      summary.peer = "\(names[peer]) \(digits(nanoseconds[peer])) ns"
      summary.ratio = digits(nanoseconds[0] / nanoseconds[peer], places: 2)
    }
    summary.aim = aim?.text ?? ""
    summary.isMet = aim?.isMet(nanoseconds[0], peer.map { nanoseconds[$0] })
    summary.note()
  }

  private func count(_ measurement: Measurement) -> String { measurement.allocations.map { digits($0) } ?? "?" }

  private func digits(_ value: Double, places: Int? = nil) -> String {
    let places = places ?? (value < 100 ? 1 : 0)
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let rounded = (value * scale).rounded() / scale
    return places == 0 ? String(Int(rounded)) : String(rounded)
  }
}
