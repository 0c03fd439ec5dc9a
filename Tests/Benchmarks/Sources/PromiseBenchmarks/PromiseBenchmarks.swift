import Measuring

/// Prints what promises cost, next to what others' cost: `swift run -c release PromiseBenchmarks
/// [--short] [--alone] [--only <part of a row's name>]`.
@main
struct PromiseBenchmarks {
  static func main() async {
    let arguments = CommandLine.arguments
    let only = arguments.firstIndex(of: "--only").map { arguments[($0 + 1)...].joined(separator: " ") }
    let table = Table(isShort: arguments.contains("--short"), only: only, isAlone: arguments.contains("--alone"))
    await measureFloors(table)
    await measureSingle(table)
    await measureChains(table)
    await measureTogether(table)
  }
}
