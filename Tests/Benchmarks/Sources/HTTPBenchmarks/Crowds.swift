#if os(Linux)
  import AbstractHTTP
  import CMeasuring
  import Foundation
  import Measuring
  import Synchronization

  /// Serves every address of the loopback, for ``measureCrowds(isShort:)``.
  func serveEverywhere() {
    let result = measuring_serve { port in
      FileHandle.standardOutput.write(Data("\(port)\n".utf8))
    }
    if result != 0 { FileHandle.standardError.write(Data("the loopback cannot be served\n".utf8)) }
  }

  /// What a request costs beside transfers that wait, and what requests to many servers cost.
  func measureCrowds(isShort: Bool) async throws {
    let server = try ServerProcess.start("everywhere", "--serve-everywhere")
    defer { server.end() }
    try await measureIdleTransfers(server.url, requests: isShort ? 200 : 2_000)
    try await measureManyHosts(server.url, isShort: isShort)
  }

  private func measureIdleTransfers(_ port: String, requests: Int) async throws {
    print("\nGET of 1 KB beside idle transfers, one after the other\n")
    print("| idle transfers | CPU ms a request | ratio to one |")
    print("|---:|---:|---:|")
    var first: Double?
    for count in [1, 100, 1_000, 4_000] {
      let connector = DefaultHTTPConnector()
      connector.timeoutInterval = 600
      let idle = try (0..<count).map { index in
        connector.start(Request(url: try url("127.0.1.\(index / 200 + 1)", port, "/idle")), progress: { _ in }) { _ in }
      }
      let target = Request(url: try url("127.0.0.1", port, "/1k"))
      // The timers of the new connections run out meanwhile.
      let start = ContinuousClock.now
      while .now - start < .seconds(1) { try await get(target, connector) }
      let cpu = Load.processorTime()
      for _ in 0..<requests { try await get(target, connector) }
      let cost = (Load.processorTime() - cpu) * 1_000 / Double(requests)
      print("| \(count) | \(String(format: "%.3f | %.2f", cost, cost / (first ?? cost))) |")
      if let first { note("beside \(count) idle transfers", cost * 1_000, "beside one", first * 1_000, atMost: 1.2) }
      first = first ?? cost
      for exchange in idle { exchange.cancel() }
      for _ in 0..<50 { try await get(target, connector) }
    }
  }

  private func measureManyHosts(_ port: String, isShort: Bool) async throws {
    print("\nGET of 1 KB, all at once\n")
    print("| requests | servers | µs a request | CPU µs a request | ratio to one server |")
    print("|---:|---:|---:|---:|---:|")
    for count in isShort ? [1_000, 4_000] : [1_000, 4_000, 10_000] {
      var first: Double?
      for isSpread in [false, true] {
        let requests = try (0..<count).map { index in
          Request(url: try url(isSpread ? "127.1.\(index / 200).\(index % 200 + 1)" : "127.0.0.1", port, "/1k"))
        }
        let (start, cpu) = (ContinuousClock.now, Load.processorTime())
        let failures = await getAll(requests)
        let time = (ContinuousClock.now - start) / .microseconds(count)
        let used = (Load.processorTime() - cpu) * 1e6 / Double(count)
        guard failures == 0 else { throw Load.Failed(client: "\(failures) of \(count) requests") }
        let figures = String(format: "%.0f | %.0f | %.2f", time, used, used / (first ?? used))
        print("| \(count) | \(isSpread ? count : 1) | \(figures) |")
        if let first { note("\(count) requests to as many servers", used, "to one", first, atMost: 2) }
        first = first ?? used
      }
    }
  }

  /// Adds a row to the table of all benchmarks: CPU microseconds a request.
  private func note(_ row: String, _ ours: Double, _ peer: String, _ other: Double, atMost limit: Double) {
    var summary = Summary(
      row: "HTTP: a request, \(row)",
      ours: String(format: "%.0f µs", ours),
      peer: String(format: "\(peer) %.0f µs", other),
      ratio: String(format: "%.2f", ours / other)
    )
    (summary.aim, summary.isMet) = ("≤ \(limit) ×", ours <= limit * other)
    summary.note()
  }

  /// How long 64 requests over TLS take to a server that was never asked before, and how many connections it gets.
  func measureColdStarts() async throws {
    let environment = ProcessInfo.processInfo.environment
    for (name, variable, limit) in [("HTTP/2", "ABSTRACTHTTP_HTTP2", 1), ("HTTP/1.1", "ABSTRACTHTTP_NGINX_TLS", 64)] {
      guard let base = environment[variable], let address = URL(string: base + "/connection") else { continue }
      let start = ContinuousClock.now
      let numbers = await connections(of: 64, to: Request(url: address))
      let time = (ContinuousClock.now - start) / .milliseconds(1)
      guard numbers.count == 64 else {
        print("\n\(name) is not measured: its certificate is not trusted, see CURL_CA_BUNDLE")
        continue
      }
      let opened = Set(numbers).count
      print("\n64 cold requests over TLS, \(name): \(opened) connections, \(String(format: "%.1f", time)) ms")
      var summary = Summary(row: "HTTP: 64 cold requests over TLS, \(name)", ours: "\(opened) connections")
      (summary.aim, summary.isMet, summary.isFault) = ("≤ \(limit)", opened <= limit, opened > limit)
      summary.note()
    }
  }

  /// The server's numbers of the connections on which requests came that were sent at once, of those that were answered.
  private func connections(of count: Int, to request: Request) async -> [Data] {
    let connector = DefaultHTTPConnector()
    return await withTaskGroup(of: Data?.self) { group in
      for _ in 0..<count {
        group.addTask {
          await withCheckedContinuation { continuation in
            _ = connector.start(request, progress: { _ in }) { continuation.resume(returning: try? $0.get().data) }
          }
        }
      }
      return await group.reduce(into: []) { numbers, number in if let number { numbers.append(number) } }
    }
  }

  private func url(_ host: String, _ port: String, _ path: String) throws -> URL {
    guard let url = URL(string: "http://\(host):\(port)\(path)") else { throw URLError(.badURL) }
    return url
  }

  private func get(_ request: Request, _ connector: DefaultHTTPConnector) async throws {
    let isFine = await withCheckedContinuation { continuation in
      _ = connector.start(request, progress: { _ in }) { continuation.resume(returning: (try? $0.get()) != nil) }
    }
    guard isFine else { throw Load.Failed(client: "a request beside others") }
  }

  /// - Returns: How many failed.
  private func getAll(_ requests: [Request]) async -> Int {
    let connector = DefaultHTTPConnector()
    connector.timeoutInterval = 600
    return await withCheckedContinuation { continuation in
      let counts = Counts(requests.count)
      for request in requests {
        _ = connector.start(request, progress: { _ in }) { result in
          if let failures = counts.end(isFine: (try? result.get()) != nil) { continuation.resume(returning: failures) }
        }
      }
    }
  }

  private final class Counts: Sendable {
    private let state: Mutex<(toCome: Int, failures: Int)>

    init(_ count: Int) { state = Mutex((count, 0)) }

    /// - Returns: How many failed, after the last.
    func end(isFine: Bool) -> Int? {
      state.withLock { state in
        state.toCome -= 1
        if !isFine { state.failures += 1 }
        return state.toCome == 0 ? state.failures : nil
      }
    }
  }
#endif
