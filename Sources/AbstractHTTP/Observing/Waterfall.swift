/// A text drawing of a trace: events from top to bottom, time from left to right.
struct Waterfall {
  struct Row {
    let label: String
    /// The attempt that the row belongs to.
    var attempt: Int?
    let start: Duration
    var end: Duration?
    let mark: Character
    var words: String
    var isFailed = false

    var color: TerminalColor {
      switch mark {
      case "█": isFailed ? .red : .green
      case "▒": .cyan
      case "│": .yellow
      default: .dim
      }
    }
  }

  private static let width = 24

  var rows: [Row] = []
  private var title = "call"
  private var outcome = "…"
  private var isFailed = false
  private let duration: Duration
  private let isColored: Bool

  init(_ trace: CallTrace, isColored: Bool = false) {
    duration = trace.duration
    self.isColored = isColored
    for event in trace.events { add(event) }
  }

  var text: String {
    let labels = rows.map(\.label.count).max() ?? 0
    let times = rows.map { $0.start.brief.count }.max() ?? 0
    let lines = rows.map { row in
      let bar = painted(bar(of: row), row.color)
      let (time, label) = (row.start.brief.padded(to: times, right: true), row.label.padded(to: labels))
      return
        "  \(painted(time, .dim))  \(painted(label, nil))  \(bar)  \(painted(row.words, row.isFailed ? .red : nil))"
    }
    let end = painted(outcome, isFailed ? .red : .green)
    return (["\(painted(title, .bold)) → \(end) in \(duration.brief)"] + lines).joined(separator: "\n")
  }

  /// A text as it is, or without control characters and in a color.
  private func painted(_ text: String, _ color: TerminalColor?) -> String {
    guard isColored else { return text }
    return color.map { text.printable.colored($0) } ?? text.printable
  }

  private func bar(of row: Row) -> String {
    let start = min(column(row.start), Self.width - 1)
    let end = max(column(row.end ?? (row.mark == "│" ? row.start : duration)), start + 1)
    return String(repeating: " ", count: start) + String(repeating: row.mark, count: end - start)
      + String(repeating: " ", count: max(Self.width - end, 0))
  }

  private func column(_ time: Duration) -> Int {
    let share = duration > .zero ? time / duration : 0
    return min(max(Int((share * Double(Self.width)).rounded()), 0), Self.width)
  }

  private mutating func add(_ event: CallEvent) {
    switch event.kind {
    case .started(let request): title = "\(request)"
    case .ended(let result): (outcome, isFailed) = (result.brief, result.isFailure)
    case .attemptStarted(let number, let cause, _):
      open("attempt \(number)\(cause == .call ? "" : " (\(cause.name))")", at: event.time, "█", of: number)
    case .attemptEnded(let number, let result):
      close(at: event.time, result.traveled, isFailed: result.isFailure) { $0.attempt == number && $0.mark == "█" }
    case .metrics(let attempt, let metrics): addPhases(metrics, of: attempt, at: event.time)
    case .redirected(let attempt, let response, let url):
      let names = SecretNames(response.request?.confidentialParameters ?? [])
      let words = "\(response.statusCode) to \(Redaction.text(of: url, names))"
      insert(Row(label: "  redirect", attempt: attempt, start: event.time, mark: "│", words: words))
    case .suspended(let attempt): open("suspended", at: event.time, "░", of: attempt)
    case .resumed(let attempt):
      close(at: event.time, "attempt \(attempt)") { $0.attempt == attempt && $0.label == "suspended" }
    case .head: break
    case .queued(let name): open(name, at: event.time, "░")
    case .admitted(let name): close(at: event.time, "in the queue") { $0.label == name }
    case .refreshing: open("refresh", at: event.time, "░")
    case .refreshed(let error):
      let words = error.map { "failed: \(Redaction.text(of: $0))" } ?? "new credentials"
      close(at: event.time, words, isFailed: error != nil) { $0.label == "refresh" }
    case .retrying(let wait, let reason): addWait(wait, reason, at: event.time)
    default: addPoint(event)
    }
  }

  private mutating func addWait(_ wait: Duration, _ reason: String, at time: Duration) {
    let words = (wait > .zero ? "\(wait.brief): " : "") + reason
    rows.append(Row(label: "wait", start: time, end: min(time + wait, duration), mark: "░", words: words))
  }

  private mutating func addPoint(_ event: CallEvent) {
    let (label, words) = event.kind.brief
    rows.append(Row(label: label, start: event.time, mark: "│", words: words))
  }

  private mutating func open(_ label: String, at time: Duration, _ mark: Character, of attempt: Int? = nil) {
    rows.append(Row(label: label, attempt: attempt, start: time, mark: mark, words: "unfinished"))
  }

  private mutating func close(
    at time: Duration,
    _ words: String,
    isFailed: Bool = false,
    where isIt: (Row) -> Bool
  ) {
    guard let index = rows.lastIndex(where: isIt) else { return }
    rows[index].end = time
    rows[index].isFailed = isFailed
    rows[index].words = "\(words), \((time - rows[index].start).brief)"
  }
}

extension CallEvent.Kind {
  /// The label of a decision, and its description.
  fileprivate var brief: (label: String, words: String) {
    switch self {
    case .notRetrying(let reason): ("no retry", reason)
    case .cache(let verdict): ("cache", "\(verdict)")
    case .circuit(let state, let host): ("circuit", "\(state) for \(host)")
    case .hedging(let wait): ("hedge", "no answer after \(wait.brief)")
    case .coalesced: ("coalesce", "one like it is in flight")
    case .fallingBack(let error): ("fallback", "in place of: \(error.brief)")
    case .timedOut(let name, let limit): ("timeout", "\(name), \(limit.brief)")
    case .interim(let response): ("interim", "\(response)")
    case .streaming(let response): ("stream", "\(response)")
    case .note(let text): ("note", text)
    default: ("", "")
    }
  }
}

extension Result<Response, ConnectionError> {
  fileprivate var isFailure: Bool {
    switch self {
    case .success(let response): response.statusCode >= 400
    case .failure: true
    }
  }

  fileprivate var brief: String {
    switch self {
    case .success(let response): "\(response)"
    case .failure(let error): error.brief
    }
  }

  /// The result of an attempt, with its HTTP version.
  fileprivate var traveled: String {
    let version = (try? get())?.protocolVersion
    return brief + (version.map { ", \($0)" } ?? "")
  }
}

extension ConnectionError {
  /// The type and the reason, without the request, which the trace names once.
  fileprivate var brief: String {
    "\(type)" + (response.map { " → \($0)" } ?? "") + (nativeError.map { ": \(Redaction.text(of: $0))" } ?? "")
  }
}

extension String {
  fileprivate func padded(to width: Int, right: Bool = false) -> String {
    let space = String(repeating: " ", count: max(width - count, 0))
    return right ? space + self : self + space
  }
}
