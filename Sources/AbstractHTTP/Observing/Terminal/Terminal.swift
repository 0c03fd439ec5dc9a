public import Foundation

/// The output of a command-line tool, which is a terminal, a pipe, or a file.
///
/// ```swift
/// let file = try await download.showingProgress("report.csv", in: .standardError)   // a progress bar, if it is a terminal
/// connection.use(.trace(in: .standardError))                                       // in color, if it is a terminal
/// ```
///
/// A pipe or a file gets neither colors nor progress bars.
public struct Terminal: Sendable {
  /// The standard output.
  public static let standardOutput = Terminal(descriptor: STDOUT_FILENO)

  /// The standard error, where progress belongs if the output of a tool may be piped.
  public static let standardError = Terminal(descriptor: STDERR_FILENO)

  /// Whether the output is a terminal that can erase a line. `false` for pipes and files, and if `TERM` is `dumb`.
  public let isInteractive: Bool

  /// Whether the output is an interactive terminal, and the environment doesn't forbid colors by a `NO_COLOR` that isn't
  /// empty.
  public let hasColor: Bool

  private let output: @Sendable (String) -> Void
  private let hasOpenLine = OpenLine()

  /// Creates an output.
  ///
  /// - Parameters:
  ///   - isTerminal: Whether the output is a terminal, and not a pipe or a file.
  ///   - environment: The environment variables. Defaults to those of the process.
  ///   - write: Writes a text as it is.
  public init(
    isTerminal: Bool,
    environment: [String: String] = ProcessInfo.processInfo.environment,
    write: @escaping @Sendable (String) -> Void
  ) {
    isInteractive = isTerminal && environment["TERM"] != "dumb"
    hasColor = isInteractive && environment["NO_COLOR", default: ""].isEmpty
    output = write
  }

  private init(descriptor: Int32) {
    self.init(isTerminal: isatty(descriptor) == 1) { text in
      flushStandardOutput()
      try? FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).write(contentsOf: Data(text.utf8))
    }
  }

  /// Writes a text as it is, in place of a progress bar if one is shown. Texts that are written at the same time may
  /// leave a part of the bar.
  public func write(_ text: String) { output((hasOpenLine.set(false) ? Self.lineErasure : "") + text) }

  /// Shows a line in place of the former one.
  func show(line: String) { output((hasOpenLine.set(true) ? Self.lineErasure : "") + line) }

  /// Erases the line that is shown.
  func eraseLine() { if hasOpenLine.set(false) { output(Self.lineErasure) } }

  private static let lineErasure = "\r\u{1B}[K"
}

/// Whether the next text replaces the last line of a terminal.
private final class OpenLine: Sendable {
  private let isOpen = Locked(false)

  /// - Returns: The former value.
  func set(_ value: Bool) -> Bool {
    isOpen.withLock { isOpen in
      defer { isOpen = value }
      return isOpen
    }
  }
}

/// A color of text in a terminal (ECMA-48 §8.3.117).
enum TerminalColor: String, Sendable {
  case bold = "1"
  case dim = "2"
  case red = "31"
  case green = "32"
  case yellow = "33"
  case cyan = "36"
}

extension String {
  func colored(_ color: TerminalColor) -> String { "\u{1B}[\(color.rawValue)m\(self)\u{1B}[0m" }

  /// The text without control characters, with which a server could control the terminal.
  var printable: String {
    let isControl = { (scalar: Unicode.Scalar) in scalar.properties.generalCategory == .control }
    guard unicodeScalars.contains(where: isControl) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map { isControl($0) ? "\u{FFFD}" : $0 }))
  }
}
