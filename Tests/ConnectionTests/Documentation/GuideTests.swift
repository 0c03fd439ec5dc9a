import Foundation
import Testing
@testable import TestSupport

/// The guides for users of other libraries: the code in the right column of each table stands in a program that
/// `Tests/Compiling/run` compiles.
struct GuideTests {
  private static let guides: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: Repository.articles.path)) ?? []
    return names.filter { $0.hasPrefix("ComingFrom") }.map { String($0.dropLast(".md".count)) }.sorted()
  }()

  @Test(arguments: guides)
  func `the code of every row is compiled`(guide: String) throws {
    let article = try String(contentsOf: Repository.articles.appending(path: "\(guide).md"), encoding: .utf8)
    let file = Repository.root.appending(path: "Tests/Compiling/Accepted/\(guide).swift")
    let program = try String(contentsOf: file, encoding: .utf8)

    let codes = article.split(separator: "\n").filter { $0.hasPrefix("| ") }.flatMap(Self.codes)
    let missing = codes.filter { !program.contains($0) }

    #expect(codes.count > 5)
    #expect(missing == [])
  }

  @Test func `every guide begins with the code that compiles and differs`() throws {
    #expect(Self.guides.count > 6)
    for guide in Self.guides {
      let article = try String(contentsOf: Repository.articles.appending(path: "\(guide).md"), encoding: .utf8)
      let sections = article.split(separator: "\n").filter { $0.hasPrefix("### ") }.prefix(2)

      #expect(sections == ["### What compiles and differs", "### What you gain"], "in \(guide)")
    }
  }

  /// The code in the last column of a row: names of symbols and methods are left out.
  private static func codes(in row: Substring) -> [String] {
    let column = row.components(separatedBy: " | ").last ?? ""
    let spans = column.components(separatedBy: "`").enumerated().filter { !$0.offset.isMultiple(of: 2) }
    return spans.map(\.element).filter { code in
      code.contains { "({[=.".contains($0) } && code.wholeMatch(of: /\w+\((\w*:)*\)/) == nil
    }
  }
}
