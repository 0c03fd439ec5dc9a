import Foundation
import Testing
@testable import TestSupport

/// What the compiler says of chains, and how much of its processor time they take.
@Suite(.timeLimit(.minutes(5)), .enabled(if: Compiler.isThere))
struct PromiseTypeCheckTests {
  @Test(arguments: [
    "map": Array(repeating: ".map { $0 + 1 }", count: 15),
    "map, flatMap, recover": (0..<5).flatMap { _ in
      [".map { $0 + 1 }", ".flatMap { load($0) }", ".recover { _, isCancelled in isCancelled ? 1 : 0 }"]
    },
    "success with promises": Array(repeating: ".success { load($0) }", count: 15),
    "success with statements and promises": Array(
      repeating: ".success { n in\n    log(\"a\")\n    return load(n + 1)\n  }",
      count: 15
    ),
    "success with statements and values": Array(
      repeating: ".success { n in\n    log(\"a\")\n    return n + 1\n  }",
      count: 4
    ),
    "success and failure": (0..<3).flatMap { _ in
      [".success { load($0) }", ".failure { error, isCancelled in if isCancelled { log(\"a\") } }"]
    },
  ])
  func `a chain without annotations is checked within a second`(name: String, links: [String]) async throws {
    let report = try await Compiler.compile(Self.program(links), seconds: 1)

    #expect(report.isSuccess, "\(name): \(report.output)")
  }

  @Test(arguments: [
    "error, isCancelled in if isCancelled { log(\"a\") }",
    "error, isCancelled in if let error { log(\"\\(error)\") }",
    "error, isCancelled in switch error { case .a: log(\"a\"); case nil: break }",
    "error, isCancelled in for _ in 0..<2 { log(\"a\") }",
    "error, isCancelled in do { try save() } catch { log(\"a\") }",
    "error, isCancelled in\n    guard !isCancelled else { return }\n    log(\"a\")",
    "[weak screen] error, _ in screen?.show(error)",
    "_, _ in count()",
    "info in log(\"\\(info.isCancelled)\")",
    "_ in",
    "log(\"\\($0.isCancelled)\")",
  ])
  func `a failure closure that observes compiles in a chain and on a promise of Void`(closure: String) async throws {
    let program =
      Self.program([".failure { \(closure) }", ".success { $0 + 1 }"])
      + "\nfunc voids(_ promise: Promise<Float, Void, A>) {\n  promise.failure { \(closure) }.success { 1 }\n}\n"

    let report = try await Compiler.compile(program, seconds: 2)

    #expect(report.isSuccess, "\(report.output)")
  }

  @Test(arguments: [
    (link: ".success { _ in other() }", words: "the failure types differ: use mapError first"),
    (
      link: ".failure { _, _ in log(\"a\")\n    return 0 }",
      words: "use recover(_:) to recover with a value"
    ),
    (link: ".map { $0.count }", words: "has no member 'count'"),
  ])
  func `a mistake in the middle of a chain is reported at its line`(link: String, words: String) async throws {
    let program = Self.program([".map { $0 + 1 }", link, ".map { $0 + 1 }"])
    let lines = program.split(separator: "\n", omittingEmptySubsequences: false)
    let line = try #require(lines.firstIndex { $0.hasPrefix("  " + link.prefix { $0 != "\n" }) }) + 1

    let report = try await Compiler.compile(program, seconds: 5)

    #expect(!report.isSuccess)
    #expect(report.output.contains(words), "\(report.output)")
    #expect(report.output.contains("chain.swift:\(line):"), "\(report.output)")
  }

  /// A program with one chain of links on a promise of a number.
  private static func program(_ links: [String]) -> String {
    """
    import AbstractHTTP
    enum A: Error { case a }
    enum B: Error { case b }
    final class Screen: Sendable { func show(_ error: A?) {} }
    let screen = Screen()
    func log(_ text: String) {}
    func save() throws {}
    @discardableResult func count() -> Int { 1 }
    @Sendable func load(_ n: Int) -> Promise<Float, Int, A> { Promise(value: n) }
    @Sendable func other() -> Promise<Float, Int, B> { Promise(value: 0) }
    func chain(_ promise: Promise<Float, Int, A>) {
      promise
    \(links.map { "  \($0)" }.joined(separator: "\n"))
    }

    """
  }
}

/// The Swift compiler, with the modules of this build.
private enum Compiler {
  struct Report {
    let isSuccess: Bool
    let output: String
  }

  private static var products: URL { URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent() }
  private static var modules: String { products.appending(path: "Modules").path }

  static var isThere: Bool {
    Program.exists("swiftc") && FileManager.default.fileExists(atPath: "\(modules)/AbstractHTTP.swiftmodule")
  }

  /// Compiles a program to an object file, in so many seconds of processor time at most.
  static func compile(_ program: String, seconds: Int) async throws -> Report {
    let folder = try TemporaryFolder()
    try folder.write(program, to: "chain.swift")
    let command = """
      ulimit -t \(seconds); cd "$1"; exec swiftc -c -swift-version 6 -parse-as-library -I "$2" \
        -Xcc -fmodule-map-file="$3/CLibcurl.build/module.modulemap" chain.swift -o chain.o > log 2>&1
      """
    let status = try await Program.run("sh", ["-c", command, "sh", folder.url.path, modules, products.path])
    return Report(isSuccess: status == 0, output: try folder.text(of: "log"))
  }
}
