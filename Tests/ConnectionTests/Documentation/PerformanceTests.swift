import Foundation
import Testing
@testable import TestSupport

/// The bounds of the article *Performance* are those of the benchmarks.
struct PerformanceTests {
  private static let rows: [[String]] = {
    let article = Repository.articles.appending(path: "Performance.md")
    let text = (try? String(contentsOf: article, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { $0.hasPrefix("| `A") }.map { row in
      row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
  }()

  @Test func `every bound is that of a benchmark`() throws {
    let benchmarks = Repository.root.appending(path: "Tests/Benchmarks/Sources/Benchmarks/Instructions.swift")
    let lines = try String(contentsOf: benchmarks, encoding: .utf8).split(separator: "\n")

    #expect(Self.rows.count == lines.count { $0.contains("atMost: ") && $0.contains("(\"") })
    for row in Self.rows {
      let name = "\"\(row[0].dropFirst().dropLast())\","
      let limit = "atMost: \(row[2].replacing(",", with: "_")))"
      let function = row[1] == "allocations" ? "allocations(" : "note("
      #expect(lines.contains { $0.contains(function + name) && $0.hasSuffix(limit) }, "\(row)")
    }
  }
}
