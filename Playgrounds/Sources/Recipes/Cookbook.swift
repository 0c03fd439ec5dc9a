import Foundation

/// The list of the recipes, read from the documentation.
struct Cookbook {
  static let article = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources/AbstractHTTP/AbstractHTTP.docc/Cookbook.md")

  /// A recipe: the name of its page, and what it shows.
  struct Recipe: Equatable {
    let name: String
    let summary: String
  }

  /// The topics, in their order, with their recipes.
  private(set) var topics: [(title: String, recipes: [Recipe])] = []

  /// Reads the headings, and the rows of the tables below them: `| GetJSON | A model from JSON |`.
  init(_ markdown: String) {
    for line in markdown.split(separator: "\n") {
      if line.hasPrefix("### ") { topics.append((String(line.dropFirst(4)), [])) }
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard line.hasPrefix("| `"), cells.count == 2, !topics.isEmpty else { continue }
      let name = cells[0].trimmingCharacters(in: ["`"])
      topics[topics.count - 1].recipes.append(Recipe(name: name, summary: cells[1].replacing("`", with: "")))
    }
    topics.removeAll { $0.recipes.isEmpty }
  }

  /// The recipes by topic, a line each.
  var list: String {
    let width = topics.flatMap(\.recipes).map(\.name.count).max() ?? 0
    let sections = topics.map { topic in
      ([topic.title]
        + topic.recipes.map { "  \($0.name.padding(toLength: width, withPad: " ", startingAt: 0))  \($0.summary)" })
        .joined(separator: "\n")
    }
    return sections.joined(separator: "\n\n")
  }
}
