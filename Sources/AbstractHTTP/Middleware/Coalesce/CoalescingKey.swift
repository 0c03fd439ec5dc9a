import Foundation

/// The parts of a request that determine whether it shares an exchange: everything except headers that don't matter.
struct CoalescingKey: Sendable, Hashable {
  // NB: one reference, with a hash of the most distinctive parts, because a key is created, kept, and looked up for
  // each request.
  private let subject: Subject
  private let hash: Int

  private final class Subject: Sendable {
    let request: Request

    init(_ request: Request) { self.request = request }
  }

  /// - Returns: `nil` for a request that isn't shared.
  init?(_ request: Request, ignoring ignored: HeaderNames) {
    guard request.httpMethod == .get || request.httpMethod == .head, request.body == nil, request.delivery.isMemory,
      !request.context.hasOptions
    else {
      return nil
    }
    var request = request
    if request.headers.contains(where: { ignored.contains($0.name) }) {
      request.headers = HTTPHeaders(request.headers.filter { !ignored.contains($0.name) })
    }
    request.context = RequestContext()
    subject = Subject(request)
    hash = request.url.hashValue
  }

  static func == (one: Self, other: Self) -> Bool {
    one.subject === other.subject || one.hash == other.hash && one.subject.request == other.subject.request
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// Case-insensitive names of headers. The length alone distinguishes most other names.
struct HeaderNames: Sendable {
  private let names: [String]
  private let lengths: UInt64

  init(_ names: [String]) {
    self.names = names
    lengths = names.reduce(0) { $0 | Self.bit(of: $1) }
  }

  func contains(_ name: String) -> Bool {
    lengths & Self.bit(of: name) != 0 && names.contains { HTTPToken.isSame($0, name) }
  }

  private static func bit(of name: String) -> UInt64 { 1 << UInt64(min(name.utf8.count, 63)) }
}
