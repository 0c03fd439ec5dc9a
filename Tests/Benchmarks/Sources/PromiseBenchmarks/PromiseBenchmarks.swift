public import Measuring

/// Prints what promises cost, next to what others' cost: `Benchmarks Promise`.
public enum PromiseBenchmarks {
  /// Measures, and prints what it measured.
  public static func run(_ options: Options) async {
    let table = Table("Promise", aim: .ratio(1, to: "NIO"), options)
    await measureFloors(Table("Floors", options))
    await measureSingle(table)
    await measureChains(table)
    await measureTogether(table)
  }
}
