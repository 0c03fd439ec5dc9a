import AbstractHTTPTesting
import Foundation

/// The server that is measured against, in another process, so that its processor time is not ours.
struct ServerProcess {
  /// What it is, for the heading.
  let name: String
  /// The address of 1 KB.
  let url: String
  private let process: Process?

  /// The nginx of the environment, or else a loopback server, started from this very program.
  static func find() async throws -> ServerProcess {
    if let nginx = ProcessInfo.processInfo.environment["ABSTRACTHTTP_NGINX"] {
      return ServerProcess(name: "nginx", url: nginx + "/1k", process: nil)
    }
    return try start("LoopbackServer", "--serve")
  }

  /// The same nginx over TLS, if the environment names it, whose certificate the environment also has to make trusted.
  static var secure: ServerProcess? {
    ProcessInfo.processInfo.environment["ABSTRACTHTTP_NGINX_TLS"]
      .map { ServerProcess(name: "nginx over TLS", url: $0 + "/1k", process: nil) }
  }

  /// This very program, as a server that writes down where it is.
  static func start(_ name: String, _ argument: String) throws -> ServerProcess {
    let (process, output) = (Process(), Pipe())
    process.executableURL = Bundle.main.executableURL
    process.arguments = ["HTTP", argument]
    process.standardInput = Pipe()
    process.standardOutput = output
    try process.run()
    let url = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    return ServerProcess(name: name, url: url.filter { !$0.isWhitespace }, process: process)
  }

  /// Serves 1 KB, says where, and ends with its standard input.
  static func serve() async throws {
    let server = try LoopbackServer()
    server.on(nil, "/1k", .data(Data(repeating: 0x61, count: 1024)))
    FileHandle.standardOutput.write(Data(server.url("/1k\n").utf8))
    while !FileHandle.standardInput.availableData.isEmpty {}
    server.stop()
  }

  func end() {
    process?.terminate()
    process?.waitUntilExit()
  }
}
