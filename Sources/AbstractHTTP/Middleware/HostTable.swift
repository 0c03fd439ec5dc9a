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
    // NB: read off the text, since asking the URL for its parts costs more than the rest of a middleware.
    let text = url.absoluteString
    guard
      let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")),
      let start = text.utf8.index(colon, offsetBy: 3, limitedBy: text.endIndex)
    else { return "" }
    let end = text.utf8[start...].firstIndex { $0 == 0x2F || $0 == 0x3F || $0 == 0x23 } ?? text.endIndex
    let at = text.utf8[start..<end].lastIndex(of: UInt8(ascii: "@")).map(text.utf8.index(after:))
    let authority = text[(at ?? start)..<end].lowercased()
    let port = authority.utf8.reversed().prefix { (0x30...0x39).contains($0) }.count
    let hasPort = port > 0 && authority.utf8.dropLast(port).last == UInt8(ascii: ":")
    let isSecure = text.utf8.dropFirst(4).first != UInt8(ascii: ":")
    return hasPort ? authority : authority + (isSecure ? ":443" : ":80")
  }
}

/// For whom a middleware counts: a limit, a pace, a circuit.
public enum MiddlewareScope: Sendable, Hashable {
  /// For each server, by host and port.
  case perHost
  /// For all requests that pass the same middleware, whatever their server.
  case shared

  /// By which name a request is counted.
  func key(of request: Request) -> String {
    switch self {
    case .perHost: request.host
    case .shared: ""
    }
  }
}
