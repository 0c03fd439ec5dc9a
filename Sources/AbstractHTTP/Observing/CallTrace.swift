/// The events of a call, in order. Print it to see a waterfall.
///
/// ```swift
/// connection.use(.retry(), .trace { trace in print(trace) })
/// // GET https://api.example.com/flaky → 200 application/json (13 bytes) in 1.24 s
/// //     0 ms  attempt 1            ██                        503 (0 bytes), 120 ms
/// //   120 ms  wait                   ░░░░░░░░░░░░░░░░░░░░    1 s: status 503
/// //   1.12 s  attempt 2 (retry 1)                          ██  200 application/json (13 bytes), 120 ms
/// ```
public struct CallTrace: Sendable {
  /// The maximum number of events. Later events, except the end of the call, are omitted.
  public static let limit = 1_000

  /// The events, in the order in which they were reported.
  public private(set) var events: [CallEvent] = []

  /// Creates a trace from events.
  public init(_ events: [CallEvent] = []) { self.events = events }

  /// The number of attempts.
  public var attempts: Int {
    events.reduce(0) { count, event in if case .attemptStarted = event.kind { count + 1 } else { count } }
  }

  /// The metrics of all transfers, including redirects and retries, in the order in which they ended.
  public var metrics: [TransferMetrics] {
    events.compactMap { event in if case .metrics(_, let metrics) = event.kind { metrics } else { nil } }
  }

  /// The duration of the call. If it hasn't ended, the time until the last event.
  public var duration: Duration { events.last?.time ?? .zero }

  mutating func append(_ event: CallEvent) {
    if case .ended = event.kind {
      events.append(event)
    } else if events.count < Self.limit {
      events.append(event)
    }
  }
}

extension CallTrace: CustomStringConvertible {
  /// The call as a waterfall without secrets: a line for each attempt, wait, and decision, with its time and a bar.
  public var description: String { waterfall() }

  /// Returns the call as a waterfall without secrets, in the colors of a terminal if you want them.
  ///
  /// ```swift
  /// connection.use(.trace { trace in print(trace.waterfall(isColored: Terminal.standardOutput.hasColor)) })
  /// ```
  ///
  /// A colored waterfall contains escape sequences, and no other control characters. It doesn't belong in a file.
  ///
  /// - Parameter isColored: Whether to color the bars: green and red for attempts, cyan for phases, and yellow for
  ///   decisions. Defaults to `false`.
  public func waterfall(isColored: Bool = false) -> String { Waterfall(self, isColored: isColored).text }
}
