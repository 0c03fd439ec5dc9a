import Foundation
import Testing

/// The guarantees of the article are those of tests that exist.
struct WhatYouCanRelyOnTests {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

  private static let rows: [String] = {
    let article = tests.appending(path: "../../Sources/AbstractHTTP/AbstractHTTP.docc/WhatYouCanRelyOn.md")
    let text = (try? String(contentsOf: article, encoding: .utf8)) ?? ""
    let guarantees = text.components(separatedBy: "## libcurl")[0]
    return guarantees.split(separator: "\n").filter { $0.hasPrefix("| ") && $0.hasSuffix("` |") }.map(String.init)
  }()

  @Test func `every guarantee names a test`() throws {
    let folder = FileManager.default.enumerator(at: Self.tests, includingPropertiesForKeys: nil)
    let files = (folder?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "swift" }
    let sources = try files.map { try String(contentsOf: $0, encoding: .utf8) }.joined()

    #expect(Self.rows.count > 10)
    for row in Self.rows {
      let name = row.dropLast(3).split(separator: "`").last ?? ""
      #expect(sources.contains("func `\(name)`("), "no test of that name: \(name)")
    }
  }
}
