/// Everything that happened in one call, in order; printed, it is a waterfall.
///
/// ```swift
/// connection.use(.retry(), .trace { trace in print(trace) })
/// // GET https://api.example.com/flaky → 200 application/json (13 bytes) in 1.24 s
/// //     0 ms  attempt 1            ██                        503 (0 bytes), 120 ms
/// //   120 ms  wait                   ░░░░░░░░░░░░░░░░░░░░    1 s: status 503
/// //   1.12 s  attempt 2 (retry 1)                          ██  200 application/json (13 bytes), 120 ms
/// ```
public struct CallTrace: Sendable {
  /// How many events are kept of a call; those after them, except its end, are left out.
  public static let limit = 1_000

  /// What happened, in the order in which it was heard.
  public private(set) var events: [CallEvent] = []

  /// Makes a trace of events.
  public init(_ events: [CallEvent] = []) { self.events = events }

  /// How many attempts were made.
  public var attempts: Int {
    events.reduce(0) { count, event in if case .attemptStarted = event.kind { count + 1 } else { count } }
  }

  /// How long the call took; up to the last event where it has not ended.
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
  /// The call as a waterfall: a line for each attempt, wait and decision, with its time and a bar; without secrets.
  public var description: String { Waterfall(self).text }
}
