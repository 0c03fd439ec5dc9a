/// Counts two types of events, such as calls and failures, in a sliding time window of ten slices.
struct SlidingWindowCounter: Sendable {
  /// How often each type occurred.
  struct Counts: Sendable, Hashable {
    var calls = 0
    var marks = 0
  }

  static let sliceCount = 10

  private var slices: [Counts] = []
  private var latest = 0
  private(set) var total = Counts()

  /// Returns the number of the slice that contains a time.
  static func slice(at time: Duration, window: Duration) -> Int {
    guard window > .zero else { return 0 }
    return Int(min(max(time / window * Double(sliceCount), 0), 1e15))
  }

  /// Returns whether no event is counted at a slice.
  func isEmpty(at slice: Int) -> Bool { total == Counts() || slice - latest >= Self.sliceCount }

  /// Counts events, and removes those that have left the window.
  mutating func add(calls: Int = 0, marks: Int = 0, at slice: Int) {
    advance(to: slice)
    total.add(calls, marks)
    slices[latest % Self.sliceCount].add(calls, marks)
  }

  /// Removes events that have left the window. If the time goes back, it counts as the latest slice.
  mutating func advance(to slice: Int) {
    if slices.isEmpty || slice - latest >= Self.sliceCount {
      self = SlidingWindowCounter()
      slices = Array(repeating: Counts(), count: Self.sliceCount)
      latest = slice
    }
    while latest < slice {
      latest += 1
      let forgotten = slices[latest % Self.sliceCount]
      total.add(-forgotten.calls, -forgotten.marks)
      slices[latest % Self.sliceCount] = Counts()
    }
  }
}

extension SlidingWindowCounter.Counts {
  fileprivate mutating func add(_ calls: Int, _ marks: Int) {
    self.calls += calls
    self.marks += marks
  }
}
