import AbstractHTTP
import Foundation

/// A pattern of requests, with their handler.
struct Route: Sendable {
  let method: HTTPMethod?
  let handler: @Sendable (ReceivedRequest) -> Reply
  private let segments: [Substring]

  init(method: HTTPMethod?, pattern: String, handler: @escaping @Sendable (ReceivedRequest) -> Reply) {
    self.method = method
    self.handler = handler
    segments = Self.segments(of: pattern)
  }

  static func segments(of path: some StringProtocol) -> [Substring] {
    Substring(path).split(separator: "/", omittingEmptySubsequences: false)
  }

  /// Returns whether a request with a method may be answered here. A route for `GET` also answers `HEAD` (RFC 9110
  /// §9.3.2).
  func accepts(_ method: HTTPMethod) -> Bool {
    self.method == nil || self.method == method || self.method == .get && method == .head
  }

  /// Returns the pattern's parameters in a path; `nil` if the path doesn't match.
  func parameters(in path: [Substring]) -> [String: String]? {
    var parameters: [String: String] = [:]
    for (index, segment) in segments.enumerated() {
      if segment == "*" && index == segments.count - 1 {
        return index < path.count ? parameters : nil
      }
      guard index < path.count else { return nil }
      let value = path[index].removingPercentEncoding ?? String(path[index])
      if segment.hasPrefix(":") {
        parameters[String(segment.dropFirst())] = value
      } else if segment != value {
        return nil
      }
    }
    return path.count == segments.count ? parameters : nil
  }
}
