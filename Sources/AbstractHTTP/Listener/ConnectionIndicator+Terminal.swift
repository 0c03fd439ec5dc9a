public import Foundation

extension ConnectionIndicator {
  /// Makes an indicator for a terminal: a turning spinner with the number of connections in flight, which wipes itself away.
  ///
  /// - Parameters:
  ///   - clock: Turns the spinner, ten times a second.
  ///   - write: Writes to the terminal, on the main thread, without a line's end; to the standard output by default.
  public static func terminal(
    clock: any Clock<Duration> = ContinuousClock(),
    write: @escaping @MainActor @Sendable (String) -> Void = { text in
      print(text, terminator: "")
      fflush(nil)
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
