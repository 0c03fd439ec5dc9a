import AbstractHTTPTesting
import Foundation
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct TerminalTests {
  private let screen = Record<String>()

  private func terminal(_ environment: [String: String] = [:], isTerminal: Bool = true) -> Terminal {
    Terminal(isTerminal: isTerminal, environment: environment) { [screen] in screen.add($0) }
  }

  @Test func `only a terminal has colors, and only if nobody forbids them`() {
    #expect(terminal().hasColor && terminal(["TERM": "xterm", "NO_COLOR": ""]).hasColor)
    #expect(!terminal(["NO_COLOR": "1"]).hasColor && terminal(["NO_COLOR": "1"]).isInteractive)
    #expect(!terminal(["TERM": "dumb"]).isInteractive && !terminal(["TERM": "dumb"]).hasColor)
    #expect(!terminal(["COLORTERM": "truecolor"], isTerminal: false).hasColor)
  }

  @Test(arguments: [
    (TransferProgress(received: 5_000_000, totalToReceive: 10_000_000), "████████████░░░░░░░░░░░░  50 %  5 of 10 MB"),
    (TransferProgress(received: 999, totalToReceive: 1_000), "███████████████████████░  99 %  0.9 of 1 kB"),
    (TransferProgress(received: 1_550, totalToReceive: 1_550), "████████████████████████  100 %  1.5 kB"),
    (TransferProgress(received: 0, totalToReceive: 1), "░░░░░░░░░░░░░░░░░░░░░░░░  0 %  0 of 1 byte"),
    (TransferProgress(received: -7, totalToReceive: 9), "░░░░░░░░░░░░░░░░░░░░░░░░  0 %  0 of 9 bytes"),
    (TransferProgress(received: 12, totalToReceive: 9), "████████████████████████  100 %  9 bytes"),
    (TransferProgress(sent: 1, totalToSend: 4), "██████░░░░░░░░░░░░░░░░░░  25 %  1 of 4 bytes"),
    (TransferProgress(sent: 4, totalToSend: 4, received: 2_300_000_000), "2.3 GB"),
  ])
  func `a bar shows the part, or the bytes`(progress: TransferProgress, line: String) {
    #expect(ProgressBar("a.csv").text(progress) == "a.csv  " + line)
  }

  @Test func `a line fits into a terminal, and controls nothing`() {
    let progress = TransferProgress(received: 999_900_000, totalToReceive: 999_999_999)

    let long = ProgressBar("a" + String(repeating: "b", count: 100) + "c.csv").text(progress)

    #expect(long.count <= 79 && long.hasPrefix("abbb") && long.contains("…bb") && long.contains("c.csv  █"))
    #expect(ProgressBar("a\u{1B}[2Jb\r\n").text(TransferProgress()) == "a\u{FFFD}[2Jb\u{FFFD}\u{FFFD}  0 bytes")
  }

  @Test(.timeLimit(.minutes(1)))
  func `a bar is drawn while a promise is awaited, and erased before its value is returned`() async throws {
    let (promise, resolver) = Promise<TransferProgress, Int, any Error>.pending()
    let terminal = Terminal(isTerminal: true, environment: [:]) { [screen] text in
      screen.add(text)
      resolver.fulfill(7)
    }
    let reporting = Task {
      while screen.all.isEmpty, !Task.isCancelled {
        resolver.report(TransferProgress(received: 1, totalToReceive: 2))
        await Task.yield()
      }
    }
    defer { reporting.cancel() }

    let value = try await promise.showingProgress("a", in: terminal)

    #expect(value == 7)
    #expect(screen.all == ["a  ████████████░░░░░░░░░░░░  50 %  1 of 2 bytes", "\r\u{1B}[K"])
  }

  @Test(.timeLimit(.minutes(1))) func `a bar is drawn ten times a second, and other texts replace it`() async throws {
    let (promise, resolver) = Promise<TransferProgress, Int, any Error>.pending()
    let (clock, drawn) = (TestClock(), Gate())
    let terminal = Terminal(isTerminal: true, environment: [:]) { [screen] text in
      screen.add(text)
      drawn.open()
    }
    let awaiting = Task { try await promise.showingProgress("a", in: terminal, clock: clock) }
    while !drawn.isOpen {
      resolver.report(TransferProgress(received: 1))
      await Task.yield()
    }

    terminal.write("a text\n")
    resolver.report(TransferProgress(received: 2))
    clock.advance(by: .milliseconds(100))
    while screen.all.count < 3 {
      resolver.report(TransferProgress(received: 3))
      await Task.yield()
    }
    resolver.fulfill(7)

    #expect(try await awaiting.value == 7)
    #expect(screen.all.map { $0.replacing("\r\u{1B}[K", with: "^").prefix(3) } == ["a  ", "^a ", "a  ", "^"])
  }

  @Test func `a file gets no bar`() async throws {
    let promise = Promise<TransferProgress, Int, any Error>(value: 7)

    #expect(try await promise.showingProgress("a", in: terminal(isTerminal: false)) == 7)
    #expect(screen.all.isEmpty)
  }

  @Test func `a waterfall has colors for a terminal, and for no file`() async throws {
    let request = Request(url: try URL(http: "http://h.test/"))
    let stub = StubConnector(sequence: [.success(Response(statusCode: 503)), .success(Response())])
    let policy = RetryPolicy(backoff: .constant(.zero))
    let stage = { (terminal: Terminal) in
      Stage.sending(over: stub).wrapped(in: .retry(policy)).wrapped(in: .trace(in: terminal))
    }

    _ = try await stage(terminal())(request)
    _ = try? await stage(terminal(isTerminal: false))(request)

    let (colored, plain) = (screen.all[0], screen.all[1])
    #expect(colored.hasPrefix("\u{1B}[1mGET http://h.test/\u{1B}[0m → \u{1B}[32m200 (0 bytes)\u{1B}[0m in "))
    #expect(colored.contains("\u{1B}[31m503 (0 bytes), ") && colored.hasSuffix("\n"))
    #expect(!plain.contains("\u{1B}") && plain.contains("attempt 1"))
  }

  @Test func `a server can't control the terminal through a waterfall`() throws {
    let trace = CallTrace([CallEvent(kind: .note("a\u{1B}[2Jb"), time: .zero)])

    #expect(trace.waterfall(isColored: true).contains("a\u{FFFD}[2Jb"))
    #expect(trace.description.contains("a\u{1B}[2Jb"))
  }

  @Test func `nor if it has no colors`() async throws {
    let plain = Terminal(isTerminal: true, environment: ["NO_COLOR": "1"]) { [screen] in screen.add($0) }
    let stage = Stage.sending(over: StubConnector(Response())).wrapped(in: [
      Middleware("note") { request, next in
        request.note("a\u{1B}[2Jb")
        return try await next(request)
      }, .trace(in: plain),
    ])

    _ = try await stage(Request(url: try URL(http: "http://h.test/")))

    #expect(screen.all.count == 1 && screen.all[0].contains("a\u{FFFD}[2Jb") && !screen.all[0].contains("\u{1B}"))
  }
}
