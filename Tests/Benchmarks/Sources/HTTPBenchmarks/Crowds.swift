#if os(Linux)
  import AbstractHTTP
  import CMeasuring
  import Foundation
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
    try await measureManyHosts(server.url)
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
      first = first ?? cost
      for exchange in idle { exchange.cancel() }
      for _ in 0..<50 { try await get(target, connector) }
    }
  }

  private func measureManyHosts(_ port: String) async throws {
    print("\nGET of 1 KB, all at once\n")
    print("| requests | servers | µs a request | CPU µs a request | ratio to one server |")
    print("|---:|---:|---:|---:|---:|")
    for count in [1_000, 4_000, 10_000] {
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
        first = first ?? used
      }
    }
  }

  /// How long requests to a server over TLS take that is new, and whether they share its connections.
  func measureColdStarts() async throws {
    let environment = ProcessInfo.processInfo.environment
    for (name, variable) in [("HTTP/2", "ABSTRACTHTTP_HTTP2"), ("HTTP/1.1", "ABSTRACTHTTP_NGINX_TLS")] {
      guard let base = environment[variable], let address = URL(string: base + "/1k") else { continue }
      let start = ContinuousClock.now
      let failures = await getAll(Array(repeating: Request(url: address), count: 64))
      let time = (ContinuousClock.now - start) / .milliseconds(1)
      print("\n64 cold requests over TLS, \(name): \(String(format: "%.1f", time)) ms, \(failures) failures")
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
