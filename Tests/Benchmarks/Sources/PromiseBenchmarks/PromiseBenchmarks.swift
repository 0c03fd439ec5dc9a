import Measuring

/// Prints what promises cost, next to what others' cost: `swift run -c release PromiseBenchmarks [--short]`.
@main
struct PromiseBenchmarks {
  static func main() async {
    let table = Table(isShort: CommandLine.arguments.contains("--short"))
    await measureFloors(table)
    await measureSingle(table)
    await measureChains(table)
    await measureTogether(table)
  }
}
