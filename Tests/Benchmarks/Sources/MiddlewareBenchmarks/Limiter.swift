import AbstractHTTP
import Foundation
import Measuring

/// Whether the cost of a request depends on how many wait with it.
enum Limiter {
  static func report(isShort: Bool) async {
    print("\nAll at once through a limiter of 10, over a connector that answers later\n")
    print("| requests | CPU ns each | allocations each |")
    print("|---:|---:|---:|")
    var each: [Double] = []
    for count in [10_000, 100_000] {
      let contestant = Contestant("") { await run($0) }
      let result = await measure([contestant], times: count, rounds: isShort ? 3 : 5)[0]
      each.append(result.nanoseconds)
      print("| \(count) | \(Int(result.nanoseconds)) | \(result.allocations.map { "\(Int($0.rounded()))" } ?? "?") |")
    }
    print("\nratio of the time for each: \((each[1] / each[0] * 100).rounded() / 100) (linear is 1)")
  }

  private static func run(_ count: Int) async {
    let pipeline = Pipeline(Stage.sending(over: Later()).wrapped(in: [.concurrencyLimit(10, queue: .max)]))
    guard let url = URL(string: "https://api.example.com/users/1") else { return }
    let promises = (0..<count).map { _ in pipeline.start(Request(url: url)) }
    for promise in promises { consume(try? await promise.value) }
  }
}

/// Answers from a task of its own.
private final class Later: AsyncHTTPConnector {
  func response(to request: Request) async throws -> Response {
    await Task.yield()
    return Response()
  }
}
