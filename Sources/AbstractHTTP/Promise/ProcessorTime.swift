import Foundation

/// A moment, and the processor time that the process has used up to it.
struct ProcessorTime: Sendable {
  private let moment: ContinuousClock.Instant
  private let used: Duration

  static var now: ProcessorTime {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return ProcessorTime(
      moment: .now,
      used: .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    )
  }

  /// Returns the fraction of the time of some processors that the process has used since an earlier moment, up to 1.
  func share(of processors: Int, since earlier: ProcessorTime) -> Double {
    (used - earlier.used) / ((moment - earlier.moment) * max(processors, 1))
  }
}
