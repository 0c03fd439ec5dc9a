public import Measuring

/// Prints what HTTP costs, next to what others' costs: `Benchmarks HTTP`.
///
/// The server is nginx where `ABSTRACTHTTP_NGINX` names one (`.ci/servers start` does), and a `LoopbackServer` in a process
/// of its own elsewhere.
public enum HTTPBenchmarks {
  /// Measures, and prints what it measured.
  public static func run(_ options: Options) async throws {
    if options.isServer { return try await ServerProcess.serve() }
    let server = try await ServerProcess.find()
    defer { server.end() }
    try await measureExchanges(with: server, isShort: options.isShort)
  }
}
