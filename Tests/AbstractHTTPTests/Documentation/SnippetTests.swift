import Foundation
import Testing

/// Every Swift snippet of the README and of the articles stands, to the letter, in a test that is compiled and run.
struct SnippetTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static let documents: [String] = {
    let articles = root.appending(path: "Sources/AbstractHTTP/AbstractHTTP.docc")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: articles.path)) ?? []
    return ["README.md"]
      + names.filter { $0.hasSuffix(".md") }.sorted().map { "Sources/AbstractHTTP/AbstractHTTP.docc/\($0)" }
  }()

  @Test(arguments: documents)
  func `every snippet is compiled and run by a test`(document: String) throws {
    let text = try String(contentsOf: Self.root.appending(path: document), encoding: .utf8)
    let compiled = try Self.compiledLines()

    let snippets = text.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "\n```")[0] }

    #expect(!snippets.isEmpty || document != "README.md")
    for snippet in snippets {
      #expect(compiled.contains(Self.normalized(snippet)), "not compiled by any test:\n\(snippet)")
    }
  }

  /// All test sources in this folder, without indentation, which differs inside a function.
  private static func compiledLines() throws -> String {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return try files.filter { $0.lastPathComponent != "SnippetTests.swift" }
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
