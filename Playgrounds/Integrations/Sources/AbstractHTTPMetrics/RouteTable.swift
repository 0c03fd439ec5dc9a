import Foundation

/// The templates of an API's paths, such as `/users/{id}`, which stand for the paths of requests in metrics.
///
/// ```swift
/// let routes: RouteTable = ["/users", "/users/{id}", "/users/me"]
/// routes.template(of: "/users/7")    // "/users/{id}"
/// routes.template(of: "/users/me")   // "/users/me", which has fewer placeholders
/// routes.template(of: "/login")      // nil
/// ```
public struct RouteTable: Sendable, ExpressibleByArrayLiteral {
  private struct Template: Sendable {
    let text: String
    /// The segments; `nil` for a placeholder.
    let segments: [Substring?]

    init(_ text: String) {
      self.text = text
      segments = RouteTable.segments(of: text).map { $0.hasPrefix("{") && $0.hasSuffix("}") ? nil : $0 }
    }

    var placeholders: Int { segments.count { $0 == nil } }

    func matches(_ path: [Substring]) -> Bool { zip(segments, path).allSatisfy { $0 == nil || $0 == $1 } }
  }

  // By the number of segments, those with the fewest placeholders first.
  private let templates: [Int: [Template]]

  /// Creates a table from templates, whose segments in braces match one segment each.
  public init(_ templates: [String]) {
    let templates = templates.map { Template($0) }.sorted { $0.placeholders < $1.placeholders }
    self.templates = Dictionary(grouping: templates, by: \.segments.count)
  }

  /// Creates a table from templates.
  public init(arrayLiteral templates: String...) { self.init(templates) }

  /// Returns the template that matches a path, encoded as in the URL; `nil` if none does. Slashes at the end don't
  /// matter.
  public func template(of path: String) -> String? {
    let segments = Self.segments(of: path)
    return templates[segments.count]?.first { $0.matches(segments) }?.text
  }

  private static func segments(of path: String) -> [Substring] { path.split(separator: "/") }
}
