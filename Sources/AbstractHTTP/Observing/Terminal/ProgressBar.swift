/// A line that shows the progress of a transfer: a bar if the length of the body is known, and the bytes.
///
/// ```swift
/// let bar = ProgressBar("report.csv")
/// bar.text(progress)     // report.csv  ████████████░░░░░░░░░░░░  50 %  5 of 10 MB
/// ```
///
/// To show it while a call is in progress, use ``Promise/showingProgress(_:in:clock:)``.
public struct ProgressBar: Sendable, Hashable {
  private static let labelLimit = 26
  private static let width = 24

  /// The name in front of the bar.
  public let label: String

  /// Creates a bar.
  ///
  /// - Parameter label: The name in front of the bar. Beyond 26 characters, or 13 if they aren't all ASCII, the
  ///   middle is left out.
  public init(_ label: String) { self.label = label }

  /// Returns the line for a progress, without a newline, in at most 79 columns.
  ///
  /// It shows the response's body, or the request's as long as no byte of the response has arrived.
  public func text(_ progress: TransferProgress) -> String {
    let isSending = progress.received == 0 && progress.sent > 0
    let done = isSending ? progress.sent : progress.received
    let total = isSending ? progress.totalToSend : progress.totalToReceive
    let fraction = (isSending ? progress.fractionSent : progress.fractionReceived).map { max($0, 0) }
    guard let total, let fraction else { return "\(shortLabel)  \(ByteUnit(done).text(done))" }
    let filled = Int((fraction * Double(Self.width)).rounded(.down))
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: Self.width - filled)
    let unit = ByteUnit(total)
    let bytes = done < total ? "\(unit.number(done)) of \(unit.text(total))" : unit.text(total)
    return "\(shortLabel)  \(bar)  \(Int((fraction * 100).rounded(.down))) %  \(bytes)"
  }

  private var shortLabel: String {
    let label = label.printable
    // A terminal may draw other characters twice as wide.
    let limit = label.utf8.count == label.count ? Self.labelLimit : Self.labelLimit / 2
    guard label.count > limit else { return label }
    return label.prefix(limit / 2) + "…" + label.suffix((limit - 1) / 2)
  }
}

/// A decimal unit of bytes.
struct ByteUnit {
  private let name: String
  private let size: Int64

  /// Creates the largest unit in which a count is at least 1.
  init(_ count: Int64) {
    let units: [(String, Int64)] = [("TB", 1_000_000_000_000), ("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1_000)]
    (name, size) = units.first { $0.1 <= count } ?? ("bytes", 1)
  }

  func text(_ count: Int64) -> String { count == 1 && size == 1 ? "1 byte" : "\(number(count)) \(name)" }

  /// The count in this unit, rounded down to a tenth.
  func number(_ count: Int64) -> String {
    let (whole, rest) = max(count, 0).quotientAndRemainder(dividingBy: size)
    let tenth = size > 1 ? rest / (size / 10) : 0
    return tenth == 0 ? "\(whole)" : "\(whole).\(tenth)"
  }
}

extension Promise where Progress == TransferProgress {
  /// Returns the value of the promise once it is fulfilled, and shows a progress bar in a terminal until then.
  ///
  /// ```swift
  /// let file = try await HTTP(url).download(to: .directory(folder)).showingProgress("report.csv")
  /// ```
  ///
  /// It is drawn ten times a second, and erased before this method returns or throws. Text that is written to the
  /// terminal by ``Terminal/write(_:)`` replaces it. A pipe or a file gets nothing.
  ///
  /// - Parameters:
  ///   - label: The name in front of the bar.
  ///   - terminal: The terminal. Defaults to the standard error.
  ///   - clock: The clock that measures the time between drawings. Defaults to the continuous clock.
  /// - Throws: The error of the promise. `CancellationError` if the waiting task was cancelled, or if the promise was
  ///   cancelled without an error.
  public func showingProgress(
    _ label: String,
    in terminal: Terminal = .standardError,
    clock: any Clock<Duration> = ContinuousClock()
  ) async throws -> Value {
    guard terminal.isInteractive else { return try await value }
    let (bar, clock) = (ProgressBar(label), AnyClock(clock))
    var due = Duration.zero
    for await progress in progressUpdates where clock.now() >= due {
      terminal.show(line: bar.text(progress))
      due = clock.now() + .milliseconds(100)
    }
    terminal.eraseLine()
    return try await value
  }
}
