import Foundation

extension HARFile {
  /// The durations of an exchange's phases, in milliseconds; -1 for a phase that didn't take place or isn't known.
  struct Timings: Codable {
    var blocked: Double?
    var dns: Double?
    /// The time to connect, including the TLS handshake, as the format specifies.
    var connect: Double?
    var ssl: Double?
    var send: Double?
    var wait: Double?
    var receive: Double?
  }
}

extension HARFile.Timings {
  /// Creates the timings of an exchange. Without metrics, the wait takes all of its time.
  init(_ entry: HTTPArchive.Entry) {
    guard let metrics = entry.metrics else {
      self.init(blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: entry.duration.milliseconds, receive: 0)
      return
    }
    let connect = metrics.connect.map { $0 + (metrics.secureConnect ?? .zero) }
    let phases = [metrics.nameLookup, connect, metrics.send, metrics.wait, metrics.receive]
    let known = phases.reduce(Duration.zero) { $0 + ($1 ?? .zero) }
    // The remaining time was spent before the transfer, or between its phases.
    let blocked = max(entry.duration - known, metrics.queue ?? .zero)
    self.init(
      blocked: blocked.milliseconds,
      dns: metrics.nameLookup?.milliseconds ?? -1,
      connect: connect?.milliseconds ?? -1,
      ssl: metrics.secureConnect?.milliseconds ?? -1,
      send: metrics.send?.milliseconds ?? 0,
      wait: metrics.wait?.milliseconds ?? 0,
      receive: metrics.receive?.milliseconds ?? 0
    )
  }

  /// The sum, which is the time of the entry.
  var total: Double { [blocked, dns, connect, send, wait, receive].reduce(0) { $0 + max($1 ?? 0, 0) } }

  /// Returns the metrics; `nil` if only the wait is known.
  func metrics(of entry: HARFile.Entry) -> TransferMetrics? {
    let isKnown =
      [blocked, dns, connect, ssl].contains { ($0 ?? -1) >= 0 } || [send, receive].contains { ($0 ?? 0) > 0 }
    guard isKnown else { return nil }
    var metrics = TransferMetrics(total: .archived(entry.time) ?? .zero)
    let (whole, secure) = (Duration.archived(connect), Duration.archived(ssl))
    metrics.queue = .archived(blocked)
    metrics.nameLookup = .archived(dns)
    metrics.connect = whole.map { max($0 - (secure ?? .zero), .zero) }
    metrics.secureConnect = secure
    (metrics.send, metrics.wait, metrics.receive) = (.archived(send), .archived(wait), .archived(receive))
    metrics.protocolVersion = entry.response.knownVersion
    metrics.remoteAddress = entry.serverIPAddress
    metrics.remotePort = entry.connection.flatMap { Int($0) }
    return metrics
  }
}

extension HARFile.Response {
  /// The HTTP version; `nil` if the file doesn't contain it.
  var knownVersion: String? { httpVersion.flatMap { ["", "unknown"].contains($0) ? nil : $0 } }
}

extension Duration {
  /// The number of milliseconds.
  fileprivate var milliseconds: Double { self / .milliseconds(1) }

  /// Reads a duration of an archive; `nil` if it is negative, or not a number.
  static func archived(_ milliseconds: Double?) -> Duration? {
    guard let milliseconds, milliseconds.isFinite, milliseconds >= 0 else { return nil }
    return .milliseconds(min(milliseconds, 1e12))
  }
}
