extension ConnectionIndicator {
  /// Creates an indicator for a terminal: a spinner with the number of connections in flight, which is erased at the
  /// end.
  ///
  /// - Parameters:
  ///   - clock: The clock that turns the spinner ten times a second.
  ///   - write: Writes to the terminal without a newline, on the main thread. Defaults to the standard output, unless
  ///     that is a pipe or a file.
  public static func terminal(
    clock: any Clock<Duration> = ContinuousClock(),
    write: @escaping @MainActor @Sendable (String) -> Void = { text in
      if Terminal.standardOutput.isInteractive { Terminal.standardOutput.write(text) }
    }
  ) -> ConnectionIndicator {
    let spinner = TerminalSpinner(clock: clock, write: write)
    return ConnectionIndicator { spinner.show($0) }
  }
}

@MainActor
private final class TerminalSpinner {
  private static let frames = ["|", "/", "-", "\\"]

  private let clock: any Clock<Duration>
  private let write: @MainActor @Sendable (String) -> Void
  private var count = 0
  private var turning: Task<Void, Never>?

  nonisolated init(clock: any Clock<Duration>, write: @escaping @MainActor @Sendable (String) -> Void) {
    self.clock = clock
    self.write = write
  }

  func show(_ count: Int) {
    self.count = count
    if count > 0 {
      if turning == nil { turning = Task { await turn() } }
    } else if let turning {
      turning.cancel()
      self.turning = nil
      write("\r\u{1B}[K")
    }
  }

  private func turn() async {
    var turn = 0
    while !Task.isCancelled {
      write("\r\(Self.frames[turn % Self.frames.count]) \(count) in flight ")
      turn += 1
      do { try await clock.wait(for: .milliseconds(100)) } catch { return }
    }
  }
}
