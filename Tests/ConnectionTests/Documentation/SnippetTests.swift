import Foundation
import Testing
@testable import TestSupport

/// Every Swift snippet of the README and of the articles stands, to the letter, in a test that is compiled and run. The
/// README's program stands in one that `Tests/Compiling/run` compiles, since a test can't have code at the top level.
struct SnippetTests {
  private static let documents: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: Repository.articles.path)) ?? []
    return ["README.md", "Sources/AbstractHTTPTesting/AbstractHTTPTesting.docc/AbstractHTTPTesting.md"]
      + names.filter { $0.hasSuffix(".md") }.sorted().map { "Sources/AbstractHTTP/AbstractHTTP.docc/\($0)" }
  }()

  @Test(arguments: documents)
  func `every snippet is compiled and run by a test`(document: String) throws {
    let text = try String(contentsOf: Repository.root.appending(path: document), encoding: .utf8)
    let compiled = try Self.compiledLines()

    let snippets = text.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "\n```")[0] }

    #expect(!snippets.isEmpty || document != "README.md")
    for snippet in snippets {
      #expect(compiled.contains(Self.normalized(snippet)), "not compiled by any test:\n\(snippet)")
    }
  }

  /// The sources in this folder, of the test support, of the programs that are compiled, and of the tests of integrations,
  /// which `.ci/run` runs in their own package; without indentation, which differs inside a function.
  private static func compiledLines() throws -> String {
    let folders = [
      URL(filePath: #filePath).deletingLastPathComponent(), Repository.root.appending(path: "Tests/TestSupport"),
      Repository.root.appending(path: "Tests/Compiling/Accepted"),
      Repository.root.appending(path: "Playgrounds/Integrations/Tests"),
    ]
    return try folders.flatMap(Repository.sources).filter { $0.lastPathComponent != "SnippetTests.swift" }
      .map { normalized(try String(contentsOf: $0, encoding: .utf8)) }
      .joined(separator: "\n")
  }

  private static func normalized(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: true)
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
      .joined(separator: "\n")
  }
}
