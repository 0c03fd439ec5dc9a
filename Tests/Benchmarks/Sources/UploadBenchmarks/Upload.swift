import AbstractHTTP
import Foundation

/// A form, sent again and again.
enum Upload {
  private struct Send: ConnectionSpec {
    typealias ResponseModel = String
    let url: String
    let form: MultipartFormData
    let httpMethod = HTTPMethod.post

    func content() throws -> RequestBody? { try form.content() }
  }

  /// The server did not get all of it.
  struct Incomplete: Error {}

  /// Sends it, prints a line with the medians, and tells the peak of memory above the start, in MB.
  static func measure(_ name: String, _ form: MultipartFormData, rounds: Int, start: Double) async throws -> Double {
    let length = try form.content().length ?? 0
    var (seconds, processor, peak) = ([Double](), [Double](), 0.0)
    for _ in 0..<rounds {
      let sink = try Sink.start()
      defer { sink.end() }
      Memory.forgetPeak()
      let (time, cpu) = (ContinuousClock.now, Memory.processorTime())
      let connection = Connection(Send(url: sink.url, form: form))
      connection.callbackInMainThread = false
      guard try await connection.start().value == "\(length)" else { throw Incomplete() }
      seconds.append((.now - time) / .seconds(1))
      processor.append(Memory.processorTime() - cpu)
      peak = max(peak, Memory.peak() - start)
    }
    let speed = Double(length) / 1e6 / median(seconds)
    print("| \(name) | " + String(format: "%.0f | %.0f | %.1f |", speed, median(processor) * 1_000, peak))
    return peak
  }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}
