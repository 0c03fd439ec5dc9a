/// Prints what HTTP costs, next to what others' costs: `swift run -c release HTTPBenchmarks [--short]`.
///
/// The server is nginx where `ABSTRACTHTTP_NGINX` names one (`.ci/servers start` does), and a `LoopbackServer` in a process
/// of its own elsewhere.
@main
struct HTTPBenchmarks {
  static func main() async throws {
    if CommandLine.arguments.contains("--serve") { return try await ServerProcess.serve() }
    let isShort = CommandLine.arguments.contains("--short")
    let server = try await ServerProcess.find()
    defer { server.end() }
    try await measureExchanges(with: server, isShort: isShort)
  }
}
