// A program that is told to end while a call is in flight, and ends after the call's response.

import AbstractHTTP
import AbstractHTTPService
import AbstractHTTPTesting
import Foundation
import Logging
import ServiceLifecycle
import UnixSignals

@main
enum GracefulShutdown {
  static func main() async throws {
    let (server, gate) = (try LoopbackServer(), Gate())
    server.on(.get, "/slow", .text("slow, but whole").held(at: gate))
    let inventory = ClientService(Client(baseURL: server.url("")) { $0.callbackInMainThread = false })
    let group = ServiceGroup(
      services: [inventory],
      gracefulShutdownSignals: [.sigterm, .sigint],
      logger: Logger(label: "GracefulShutdown") { _ in SwiftLogNoOpLogHandler() }
    )

    async let running: Void = group.run()
    async let answer = inventory.client.http("/slow").fetchString().value
    try await server.waitForRequests(1)

    // As SIGTERM does.
    await group.triggerGracefulShutdown()
    while !inventory.isShuttingDown { await Task.yield() }
    print("shutting down, with \(inventory.client.count) call in flight")
    await callLate(inventory.client)
    gate.open()
    print("answered:", try await answer)
    try await running
    print("ended")
  }

  static func callLate(_ client: Client) async {
    do {
      print("answered:", try await client.http("/late").fetchString().value)
    } catch {
      print("refused:", (error as? ConnectionError)?.nativeError.map { "\($0)" } ?? "\(error)")
    }
  }
}
