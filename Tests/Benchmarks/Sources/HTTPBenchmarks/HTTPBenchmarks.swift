public import Measuring

/// Prints what HTTP costs, next to what others' costs: `Benchmarks HTTP [--only cold | crowds | exchanges]`.
///
/// The server is nginx where `ABSTRACTHTTP_NGINX` names one (`.ci/servers start` does), and a `LoopbackServer` in a process
/// of its own elsewhere.
public enum HTTPBenchmarks {
  /// Measures, and prints what it measured.
  public static func run(_ options: Options) async throws {
    if options.isServer { return try await ServerProcess.serve() }
    #if os(Linux)
      if options.isServerEverywhere { return serveEverywhere() }
      if options.includes("cold") { try await measureColdStarts() }
      if options.includes("crowds") { try await measureCrowds(isShort: options.isShort) }
    #endif
    guard options.includes("exchanges") else { return }
    let server = try await ServerProcess.find()
    defer { server.end() }
    try await measureExchanges(with: server, isShort: options.isShort)
    if let secure = ServerProcess.secure {
      try await measureTLS(with: secure, next: server, isShort: options.isShort)
    }
  }
}
