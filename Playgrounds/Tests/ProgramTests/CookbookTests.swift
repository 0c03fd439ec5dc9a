import Foundation
import Testing

@testable import Recipes

struct CookbookTests {
  @Test func `topics and their recipes are read from an article`() {
    let article = """
      # Cookbook
      ### Get
      | recipe | shows |
      |---|---|
      | `A` | One `thing` |
      | `Long` | Another |
      ### Empty
      ### Send
      | `B` | A body |
      """

    #expect(Cookbook(article).list == "Get\n  A     One thing\n  Long  Another\n\nSend\n  B     A body")
  }

  @Test func `every page is a recipe, and every recipe a page`() throws {
    let folder = Cookbook.article.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Playgrounds/AbstractHTTP.playground")
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "Pages").path)
      .map { $0.replacing(".xcplaygroundpage", with: "") }
    let manifest = try String(contentsOf: folder.appending(path: "Package.swift"), encoding: .utf8)

    let recipes = try Cookbook(String(contentsOf: Cookbook.article, encoding: .utf8)).topics.flatMap(\.recipes)

    #expect(recipes.map(\.name).sorted() == pages.sorted())
    #expect(pages.filter { $0 != "Simplest" && !manifest.contains("\"\($0)\"") } == [])
  }
}
