import Foundation

/// What a middleware keeps for each server, by host and port; the states that are idle are forgotten when there are many.
final class HostTable<State: Sendable>: Sendable {
  /// How many servers are kept at least, before idle ones are forgotten.
  static var capacity: Int { 1_000 }

  private let initial: State
  private let isIdle: @Sendable (State) -> Bool
  private let states = Locked<[String: State]>([:])

  /// Makes a table.
  ///
  /// - Parameters:
  ///   - initial: What is kept for a server of which nothing is known.
  ///   - isIdle: Whether a state may be forgotten, because it says no more than the initial one.
  init(_ initial: State, isIdle: @escaping @Sendable (State) -> Bool) {
    self.initial = initial
    self.isIdle = isIdle
  }

  /// How many servers something is kept of.
  var count: Int { states.withLock { $0.count } }

  /// Reads and changes what is kept for the server of a request.
  func withState<Output: Sendable>(of host: String, _ body: (inout State) -> Output) -> Output {
    states.withLock { states in
      if states.count >= Self.capacity, states[host] == nil { states = states.filter { !isIdle($0.value) } }
      return body(&states[host, default: initial])
    }
  }
}

extension Request {
  /// The server's host and port, in lower case: `example.com:443`.
  var host: String {
    var host = url.host(percentEncoded: true) ?? ""
    if host.utf8.contains(where: { $0 >= 0x80 || (0x41...0x5A).contains($0) }) { host = host.lowercased() }
    if let port = url.port {
      host += ":\(port)"
    } else {
      host += url.isPlain ? ":80" : ":443"
    }
    return host
  }
}

extension URL {
  /// Whether the scheme is `http`. NB: looks at the text first, since to cut the scheme out of it is slow.
  fileprivate var isPlain: Bool {
    let text = absoluteString.utf8
    if text.starts(with: "https:".utf8) { return false }
    return text.starts(with: "http:".utf8) || HTTPToken.isSame(scheme ?? "", "http")
  }
}
