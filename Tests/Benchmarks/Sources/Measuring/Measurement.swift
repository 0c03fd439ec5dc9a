import CMeasuring

/// What one operation costs.
public struct Measurement: Sendable {
  /// Processor time, in nanoseconds.
  public var nanoseconds: Double

  /// Calls of the allocator; nil where they cannot be counted.
  public var allocations: Double?
}

/// Something to be measured: a name, and a body that does an operation so many times.
public struct Contestant: Sendable {
  let name: String
  let takesPart: Bool
  let body: @Sendable (_ times: Int) async -> Void

  /// Makes a contestant, which may be left out.
  public init(
    _ name: String,
    takesPart: Bool = true,
    _ body: @escaping @Sendable (_ times: Int) async -> Void
  ) {
    self.name = name
    self.takesPart = takesPart
    self.body = body
  }
}

/// Measures contestants against each other: in turns, so that a noisy moment hits them all.
///
/// - Parameters:
///   - contestants: What is measured.
///   - times: How many times the body is told to do its operation.
///   - units: How many operations each of those counts as: the links of a chain.
///   - rounds: How many turns there are; the median of them is taken.
/// - Returns: The cost of one operation of each contestant, in their order.
public func measure(_ contestants: [Contestant], times: Int, units: Int = 1, rounds: Int) async -> [Measurement] {
  var runs = [[Measurement]](repeating: [], count: contestants.count)
  for round in 0...rounds {
    for (index, contestant) in contestants.enumerated() {
      let (cpu, allocations) = (measuring_cpu_nanoseconds(), measuring_allocations())
      await contestant.body(times)
      let count = Double(times * units)
      let run = Measurement(
        nanoseconds: Double(measuring_cpu_nanoseconds() - cpu) / count,
        allocations: measuring_counts_allocations() ? Double(measuring_allocations() - allocations) / count : nil
      )
      if round > 0 { runs[index].append(run) }
    }
  }
  return runs.map { runs in
    Measurement(
      nanoseconds: median(runs.map(\.nanoseconds)),
      allocations: measuring_counts_allocations() ? median(runs.compactMap(\.allocations)) : nil
    )
  }
}

private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

/// The calls of the allocator so far; nil where they cannot be counted.
public func allocations() -> Int? { measuring_counts_allocations() ? Int(measuring_allocations()) : nil }

/// Keeps the optimiser from dropping what nobody reads.
@inline(never)
public func consume<Value>(_ value: Value) {}
