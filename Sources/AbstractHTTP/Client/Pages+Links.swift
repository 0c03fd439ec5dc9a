// swift-format-ignore-file: NoLeadingUnderscores

public import Foundation

/// A response contains a link to a next page that can't be fetched.
public struct InvalidPageLink: AbstractHTTPError {
  /// The reason why a page isn't fetched.
  public enum Reason: Sendable, Hashable {
    /// The page is on another server, which must not receive the headers of the call.
    case otherOrigin
    /// The page was fetched before.
    case repeated
  }

  /// The address of the page.
  public let url: URL
  /// The reason why it isn't fetched.
  public let reason: Reason

  /// The address, without secrets, and the reason.
  public var description: String {
    let address = Redaction.text(of: url)
    switch reason {
    case .otherOrigin: return "the next page, \(address), is on another origin"
    case .repeated: return "the next page, \(address), was fetched before"
    }
  }
}

/// A page, and its response.
struct Page<Model: Sendable>: Sendable {
  let model: Model
  let response: Response

  func refusal(of link: URL, on trail: inout PageTrail) -> InvalidPageLink.Reason? {
    guard let own = response.request?.url, let origin = try? HTTPAddress(own.absoluteString).origin,
      origin == (try? HTTPAddress(link.absoluteString).origin)
    else { return .otherOrigin }
    return trail.repeats(link, after: own) ? .repeated : nil
  }
}

/// Detects cycles of links while remembering only one page (Brent's algorithm).
struct PageTrail: Sendable {
  private var mark: URL?
  private var count = 0
  private var limit = 1

  /// Returns whether a page was fetched before. A cycle of n pages is detected at most 2n pages later.
  mutating func repeats(_ url: URL, after previous: URL) -> Bool {
    if url == previous || url == mark ?? previous { return true }
    if mark == nil { mark = previous }
    count += 1
    if count == limit { (mark, count, limit) = (url, 0, limit * 2) }
    return false
  }
}

extension Outcome where Failure == ConnectionError {
  func get() throws(ConnectionError) -> Value {
    switch self {
    case .fulfilled(let value): return value
    case .rejected(let error): throw error
    case .cancelled(let error): throw error ?? ConnectionError(.cancelled)
    }
  }
}

/// The request of a spec, with the URL of a subsequent page.
struct PageRequestSpec: RequestSpec {
  let base: any RequestSpec
  let page: URL
  var url: String { page.absoluteString }
  var _inner: (any RequestSpec)? { base }
  var _innerURL: URL? { page }
}

/// The response of a spec, with its parsed model.
struct PageResponseSpec<Base: ResponseSpec>: ResponseSpec {
  let base: Base

  func validate(response: Response) throws -> Bool {
    try base.check(response)
    return true
  }

  func parseResponse(response: Response) throws -> Page<Base.ResponseModel> {
    Page(model: try base.parseResponse(response: response), response: response)
  }
}
