import Foundation
import Testing
@testable import TestSupport

/// The guarantees of the article are those of tests that exist.
struct WhatYouCanRelyOnTests {
  private static let rows: [String] = {
    let article = Repository.articles.appending(path: "WhatYouCanRelyOn.md")
    let text = (try? String(contentsOf: article, encoding: .utf8)) ?? ""
    let guarantees = text.components(separatedBy: "## libcurl")[0]
    return guarantees.split(separator: "\n").filter { $0.hasPrefix("| ") && $0.hasSuffix("` |") }.map(String.init)
  }()

  @Test func `every guarantee names a test`() throws {
    let sources = try Repository.tests()

    #expect(Self.rows.count > 10)
    for row in Self.rows {
      let name = row.dropLast(3).split(separator: "`").last ?? ""
      #expect(sources.contains("func `\(name)`("), "no test of that name: \(name)")
    }
  }
}
