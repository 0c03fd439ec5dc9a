import AbstractHTTP
import Foundation

/// A pattern of requests, and what answers them.
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

  /// Whether a request of that method may be answered here; a `HEAD` by what answers `GET`, too (RFC 9110 §9.3.2).
  func accepts(_ method: HTTPMethod) -> Bool {
    self.method == nil || self.method == method || self.method == .get && method == .head
  }

  /// The parameters that a path gives to the pattern; `nil` if it does not fit.
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
