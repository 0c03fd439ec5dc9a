import Foundation

/// Runs calls over random stacks of middleware against faults, and fails if anything is lost or left.
///
/// ```
/// swift run -c release --package-path Tests/Soak Soak [--seconds 60] [--in-flight 256] [--seed N]
/// ```
///
/// The time is divided into ten rounds, each with servers and stacks of its own. After each round everything comes to
/// rest, and is counted. The first round is the measure for the last.
@main
struct Soak {
  static func main() async throws {
    let options = Options()
    say("seed \(options.seed), \(options.inFlight) in flight, \(options.seconds) s\n")
    say(Report.heading)
    var reports: [Report] = []
    for number in 1...Options.rounds {
      let report = try await Round.report(number, options)
      reports.append(report)
      say(report.row)
    }
    let violations = reports.flatMap(\.violations) + Figures.violations(from: reports)
    for violation in violations.prefix(50) { say(violation) }
    say(violations.isEmpty ? "\nnothing lost, nothing left" : "\n\(violations.count) violations, seed \(options.seed)")
    exit(violations.isEmpty ? 0 : 1)
  }

  /// Prints a line at once, even into a pipe.
  private static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}

/// What the command line says.
struct Options {
  static let rounds = 10

  let seconds = Self.option("--seconds") ?? 60
  let inFlight = max(1, Self.option("--in-flight") ?? 256)
  let seed = Self.option("--seed") ?? Int.random(in: 0..<1_000_000)

  private static func option(_ name: String) -> Int? {
    let arguments = CommandLine.arguments
    guard let place = arguments.firstIndex(of: name), place + 1 < arguments.count else { return nil }
    return Int(arguments[place + 1])
  }
}
