import AbstractHTTP
import AbstractHTTPTesting
import Foundation
public import Measuring

/// Prints what a streamed response costs next to one in memory, how fast server-sent events are read, and how much memory a
/// slow reader of 1 GB takes: `Benchmarks Stream`.
///
/// Fails if the slow reader takes more than 16 MB of memory.
public enum StreamBenchmarks {
  private static let size = 1 << 30
  private static let memoryLimit = 16.0

  /// Measures, and prints what it measured.
  public static func run(_ options: Options) async throws {
    let server = try LoopbackServer()
    server.on(.get, "/1k", .data(Data(count: 1_024)))
    let part = Reply.Part.data(Data(repeating: 0x61, count: 1 << 20))
    server.on(.get, "/1g", .body(Array(repeating: part, count: size >> 20)))

    let table = Table("Stream", options)
    table.heading("Responses of 1 KB over loopback, one after the other")
    let (connector, url) = (DefaultHTTPConnector(), server.url("/1k"))
    await table.row(
      "exchange and read 1 KB",
      times: 2_000,
      aim: .ratio(1.5, to: "in memory"),
      Contestant("streamed") { await exchange(url, .stream, connector, times: $0) },
      Contestant("in memory") { await exchange(url, .memory, connector, times: $0) }
    )
    table.heading("Server-sent events")
    await table.row("read an event", times: 100_000, aim: .nanoseconds(10_000), Contestant("events", readEvents))
    try await readSlowly(server.url("/1g"), rounds: options.isShort ? 1 : 3)
  }

  @Sendable private static func exchange(
    _ url: String,
    _ delivery: ResponseDelivery,
    _ connector: DefaultHTTPConnector,
    times: Int
  ) async {
    guard let url = URL(string: url) else { return }
    let stage = Stage.sending(over: connector)
    for _ in 0..<times {
      guard let response = try? await stage(Request(url: url, delivery: delivery)) else { continue }
      if let stream = response.stream { consume(try? await stream.collect(upTo: .max)) } else { consume(response.data) }
    }
  }

  @Sendable private static func readEvents(times: Int) async {
    let (stream, writer) = ResponseStream.make()
    Task {
      let piece = Data(String(repeating: "event: price\nid: 7\ndata: {\"value\": 100}\n\n", count: 100).utf8)
      for _ in 0..<times / 100 { try await writer.write(piece) }
      writer.finish()
    }
    var count = 0
    do { for try await event in stream.events() { count += event.data.utf8.count } } catch { consume(error) }
    consume(count)
  }

  private static func readSlowly(_ url: String, rounds: Int) async throws {
    print("\n1 GB that is read with pauses, \(rounds) times\n\n| MB/s | peak memory above the start, MB |\n|---:|---:|")
    for _ in 0..<rounds {
      let (clock, start) = (ContinuousClock.now, memory("VmRSS"))
      try? Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
      var (count, pieces) = (0, 0)
      for try await piece in try await HTTP(url).callbackInMainThread(false).fetchStream().value {
        (count, pieces) = (count + piece.count, pieces + 1)
        if pieces % 100 == 0 { try await Task.sleep(for: .milliseconds(2)) }
      }
      let (time, peak) = (ContinuousClock.now - clock, max(0, memory("VmHWM") - start))
      print("| \(Int(Double(count) / 1e6 / (time / .seconds(1)))) | \((peak * 10).rounded() / 10) |")
      guard count == size, peak <= memoryLimit else {
        print("\n\(count) bytes came, and took \(peak) MB of memory; the limit is \(memoryLimit).")
        exit(1)
      }
    }
  }

  /// A figure of this process's memory, in MB; 0 where the system doesn't tell.
  private static func memory(_ name: String) -> Double {
    let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = text?.split(separator: "\n").first { $0.hasPrefix(name + ":") }
    return line.flatMap { Double($0.filter(\.isNumber)) }.map { $0 * 1_024 / 1e6 } ?? 0
  }
}
