import AbstractHTTP
import AbstractHTTPTesting
import FetchTool
import Foundation
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1)))
final class FetchToolTests: Sendable {
  private let server: LoopbackServer
  private let folder = FileManager.default.temporaryDirectory.appending(path: "FetchTool-\(UUID().uuidString)")
  private let (output, errors) = (Screen(), Screen())

  init() throws {
    server = try LoopbackServer()
    server.on(.get, "/report.csv", .text("1,2"))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func run(_ arguments: String..., isTerminal: Bool = false) async -> FetchTool.ExitCode {
    let tool = FetchTool(output: output.terminal(isTerminal: false), errors: errors.terminal(isTerminal: isTerminal))
    return await tool.run(arguments)
  }

  @Test func `saves a file, and prints its path`() async throws {
    let code = await run("--output", folder.path, server.url("/report.csv"))

    let file = folder.appending(path: "report.csv")
    #expect(code == .success && output.text == file.path + "\n" && errors.text == "")
    #expect(try String(contentsOf: file, encoding: .utf8) == "1,2")
  }

  @Test func `goes on after a failure, and exits with an error`() async {
    let code = await run("--output", folder.path, server.url("/none"), server.url("/report.csv"))

    #expect(code == .failedDownload)
    #expect(
      errors.text
        == "fetch: \(server.url("/none")): The server rejected the request (404).\n  refused by validate: status 404\n"
    )
    #expect(output.text.hasSuffix("/report.csv\n"))
  }

  @Test func `says what is wrong with a server`() async throws {
    let gone = try UnreachableServer(.refusing)

    let code = await run("--retries", "0", "--output", folder.path, gone.baseURL.absoluteString)

    #expect(code == .failedDownload)
    #expect(errors.text.hasPrefix("fetch: \(gone.baseURL.absoluteString): The server could not be reached."))
    #expect(errors.text.contains("\n  URLError.cannotConnectToHost ("))
  }

  @Test(arguments: [
    ([], "no URL"), (["--color", "http://h.test"], "unknown option --color"),
    (["--retries", "many", "http://h.test"], "--retries needs a whole number"),
    (["http://h.test", "--timeout"], "--timeout needs a number of seconds"),
  ])
  func `explains its arguments`(arguments: [String], reason: String) async {
    let tool = FetchTool(output: output.terminal(isTerminal: false), errors: errors.terminal(isTerminal: false))

    #expect(await tool.run(arguments) == .usage)
    #expect(errors.text.hasPrefix("fetch: \(reason)\nusage: fetch ") && output.text == "")
  }

  @Test func `help goes to the output`() async {
    #expect(await run("--help") == .success)
    #expect(output.text.hasPrefix("usage: fetch ") && errors.text == "")
  }

  @Test func `shows a bar and a colored waterfall in a terminal, and erases the bar`() async throws {
    let gate = Gate()
    server.on(.get, "/film", .body([.text("12345"), .gate(gate), .text("67890")]))
    errors.onWrite = { text in if text.contains("film") { gate.open() } }

    let code = await run("--trace", "--output", folder.path, server.url("/film"), isTerminal: true)

    #expect(code == .success)
    #expect(errors.text.hasPrefix("film  ") && errors.text.contains("\r\u{1B}[K"))
    #expect(errors.text.contains("\u{1B}[32m") && errors.text.contains("attempt 1"))
  }

  @Test func `a file gets a plain waterfall`() async {
    _ = await run("--trace", "--output", folder.path, server.url("/report.csv"))

    #expect(errors.text.contains("attempt 1") && !errors.text.contains("\u{1B}"))
  }
}

/// What a tool wrote.
private final class Screen: Sendable {
  private struct State {
    var text = ""
    var onWrite: (@Sendable (String) -> Void)?
  }

  private let state = Mutex(State())

  var text: String { state.withLock { $0.text } }

  var onWrite: (@Sendable (String) -> Void)? {
    get { state.withLock { $0.onWrite } }
    set { state.withLock { $0.onWrite = newValue } }
  }

  func terminal(isTerminal: Bool) -> Terminal {
    Terminal(isTerminal: isTerminal, environment: [:]) { [self] text in
      state.withLock { $0.text += text }
      onWrite?(text)
    }
  }
}
