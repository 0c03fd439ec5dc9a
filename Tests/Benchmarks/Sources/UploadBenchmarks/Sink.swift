import AbstractHTTP
import AbstractHTTPTesting
import Foundation

/// A server in another process, so that its memory is not ours, which tells how many bytes it got.
struct Sink {
  let url: String
  private let process: Process

  static func start() throws -> Sink {
    let (process, output) = (Process(), Pipe())
    process.executableURL = Bundle.main.executableURL
    process.arguments = ["Upload", "--serve"]
    process.standardInput = Pipe()
    process.standardOutput = output
    try process.run()
    let url = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    return Sink(url: url.filter { !$0.isWhitespace }, process: process)
  }

  /// Serves, says where, and ends with its standard input.
  static func serve() async throws {
    let server = try LoopbackServer()
    server.on(.post, "/") { request in .text("\(request.body.count)") }
    FileHandle.standardOutput.write(Data(server.url("/\n").utf8))
    while !FileHandle.standardInput.availableData.isEmpty {}
    server.stop()
  }

  func end() {
    process.terminate()
    process.waitUntilExit()
  }
}
