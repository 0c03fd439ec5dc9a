import Dispatch
import Foundation
import Measuring
import StartBenchmarks

// `Benchmarks` runs all of them in short form and ends with one table; `Benchmarks <name> [--short] [--alone]
// [--only <part of a row's name>]` runs one. `Benchmarks Instructions <operation> <times>` is for a profiler.
var arguments = Array(CommandLine.arguments.dropFirst())
let name = arguments.isEmpty ? nil : arguments.removeFirst()

switch name {
case nil:
  exit(AllBenchmarks.run() ? 0 : 1)
case "Instructions":
  // NB: valgrind doesn't survive that the main thread ends, which an asynchronous `main` makes it do.
  let (operation, times) = (arguments.first ?? "", arguments.dropFirst().first.flatMap { Int($0) } ?? 0)
  let done = DispatchSemaphore(value: 0)
  Task.detached {
    let before = allocations()
    await Operation.all[operation]?(times)
    if let before, let after = allocations() { print("allocations: \(after - before)") }
    done.signal()
  }
  done.wait()
case "FirstRequest":
  let (client, url) = (arguments.first ?? "", arguments.last ?? "")
  Task {
    do { try await StartBenchmarks.makeRequest(by: client, to: url) } catch { exit(1) }
    exit(0)
  }
  dispatchMain()
case let name?:
  let options = Options(arguments)
  guard let run = AllBenchmarks.list.first(where: { $0.name == name })?.run else {
    print("There is no benchmark \(name), but these: \(AllBenchmarks.list.map(\.name).joined(separator: ", "))")
    exit(2)
  }
  Task {
    do { try await run(options) } catch {
      print("\(name) failed: \(error)")
      exit(1)
    }
    exit(0)
  }
  dispatchMain()
}
