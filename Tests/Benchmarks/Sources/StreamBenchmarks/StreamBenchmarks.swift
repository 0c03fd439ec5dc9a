import AbstractHTTP
import AbstractHTTPTesting
import Foundation
public import Measuring

/// Prints what a streamed response costs next to one in memory, how fast server-sent events are read, and how much memory a
/// slow reader of 1 GB (256 MB in short form) takes: `Benchmarks Stream`.
///
/// Fails if the slow reader takes more than 16 MB of memory.
public enum StreamBenchmarks {
  /// Measures, and prints what it measured.
  public static func run(_ options: Options) async throws {
    let (server, size) = (try LoopbackServer(), TransferRow.size(options))
    server.on(.get, "/1k", .data(Data(count: 1_024)))
    let part = Reply.Part.data(Data(repeating: 0x61, count: 1 << 20))
    server.on(.get, "/long", .body(Array(repeating: part, count: size >> 20)))

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
    guard try await SlowReader(url: server.url("/long"), size: size).measure(rounds: options.isShort ? 1 : 3) else {
      print("\nThat is more than \(Int(TransferRow.memoryLimit)) MB.")
      exit(1)
    }
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
}
