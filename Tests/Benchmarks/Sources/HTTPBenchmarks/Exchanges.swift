import Foundation
import Measuring

/// A GET of 1 KB, one after the other and 64 at once, next to `URLSession` and async-http-client.
func measureExchanges(with server: ServerProcess, isShort: Bool) async throws {
  guard let url = URL(string: server.url) else { throw URLError(.badURL) }
  // The last two are the ones to beat.
  let clients: [Client] = [
    .connection(server.url), .connector(url), try .asyncHTTPClient(server.url), .urlSession(url), .urlSessionEach(url),
  ]
  for atOnce in [1, 64] {
    print("\nGET of 1 KB, \(atOnce == 1 ? "one after the other" : "\(atOnce) at once"), from \(server.name)\n")
    print(
      "| client | requests/s | CPU µs a request | requests/s and CPU, as ratios to one session | to one per request |"
    )
    print("|---|---:|---:|---:|---:|")
    let loads = try await measure(clients, atOnce: atOnce, isShort: isShort)
    for (client, load) in zip(clients, loads) {
      let ratios = loads.suffix(2).map { other in
        let requests = load.requestsPerSecond / other.requestsPerSecond
        let cpu = load.cpuMicroseconds / other.cpuMicroseconds
        return String(format: "%.2f×, %.2f×", requests, cpu)
      }
      let figures = String(format: "%.0f | %.1f", load.requestsPerSecond, load.cpuMicroseconds)
      print("| \(client.name) | \(figures) | \(ratios.joined(separator: " | ")) |")
    }
    note(zip(clients, loads).map { ($0.name, $1.requestsPerSecond) }, atOnce: atOnce)
  }
}

/// The same over kept connections with TLS, next to those without.
func measureTLS(with secure: ServerProcess, next plain: ServerProcess, isShort: Bool) async throws {
  let clients: [Client] = [.connection(secure.url), .connection(plain.url)]
  let loads = try await measure(clients, atOnce: 64, isShort: isShort)
  var summary = Summary(
    row: "HTTP: a connection over TLS, 64 at once",
    ours: String(format: "%.0f/s", loads[0].requestsPerSecond),
    peer: String(format: "without TLS %.0f/s", loads[1].requestsPerSecond),
    ratio: String(format: "%.2f", loads[0].requestsPerSecond / loads[1].requestsPerSecond)
  )
  (summary.aim, summary.isMet) = ("≥ 0.7 ×", loads[0].requestsPerSecond >= 0.7 * loads[1].requestsPerSecond)
  summary.note()
  print("\n\(summary.row): \(summary.ours), \(summary.peer)")
}

/// Adds a connection's requests a second, next to those of each peer, to the table of all benchmarks.
private func note(_ rates: [(name: String, rate: Double)], atOnce: Int) {
  let aims = ["URLSession, one session": 8.0, "async-http-client": 1.7]
  for peer in rates.dropFirst() {
    guard let aim = aims[peer.name] else { continue }
    var summary = Summary(
      row: "HTTP: a connection, \(atOnce) at once",
      ours: String(format: "%.0f/s", rates[0].rate),
      peer: String(format: "\(peer.name) %.0f/s", peer.rate),
      ratio: String(format: "%.2f", rates[0].rate / peer.rate)
    )
    if atOnce > 1 {
      summary.aim = "≥ \(aim) ×"
      summary.isMet = rates[0].rate >= aim * peer.rate
    }
    summary.note()
  }
}

/// Measures clients in turns, so that a noisy moment hits them all, and takes the medians.
private func measure(_ clients: [Client], atOnce: Int, isShort: Bool) async throws -> [Load] {
  var rounds = [[Load]](repeating: [], count: clients.count)
  for round in 0...(isShort ? 3 : 7) {
    for (index, client) in clients.enumerated() {
      // The first round warms up.
      let load = try await Load.run(client, atOnce: atOnce, scale: round == 0 || isShort ? 0.1 : 1)
      if round > 0 { rounds[index].append(load) }
    }
  }
  return rounds.map { loads in
    Load(
      requestsPerSecond: median(loads.map(\.requestsPerSecond)),
      cpuMicroseconds: median(loads.map(\.cpuMicroseconds))
    )
  }
}

private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
