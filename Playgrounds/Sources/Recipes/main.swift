import Foundation

print(Cookbook(try String(contentsOf: Cookbook.article, encoding: .utf8)).list)
print("\nTo run one: swift run --package-path Playgrounds GetJSON (for Simplest, leave out --package-path Playgrounds)")
