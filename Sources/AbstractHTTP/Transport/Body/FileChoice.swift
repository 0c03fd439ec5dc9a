import Foundation

/// The file that a closure of the user's chooses for a body. It is asked on the pool, since the thread of a transport must not
/// wait for it.
final class FileChoice: Sendable {
  private enum State: Sendable {
    case open
    case begun
    case made(Result<PartialFile?, any Error>)
    case taken
  }

  private let state = Locked(State.open)

  /// Hands over the file, once, if it has been chosen.
  func take() -> Result<PartialFile?, any Error>? {
    state.withLock { state in
      guard case .made(let result) = state else { return nil }
      state = .taken
      return result
    }
  }

  /// Whether the closure has been asked, and has not answered.
  var isAwaited: Bool {
    state.withLock { if case .begun = $0 { true } else { false } }
  }

  /// Asks, if that has not been done.
  ///
  /// - Parameter ready: Called on the pool, once there is an answer.
  func begin(
    _ request: WireRequest,
    _ head: @autoclosure () -> WireHead,
    ready: @escaping @Sendable () -> Void
  ) {
    let isFirst = state.withLock { state in
      guard case .open = state else { return false }
      state = .begun
      return true
    }
    guard isFirst else { return }
    let head = head()
    ThreadPool.shared.submit {
      let result = Result { try request.file(for: head) }
      self.state.withLock { $0 = .made(result) }
      ready()
    }
  }
}

extension WireRequest {
  /// Begins the file that the body of a response goes to; `nil` if it goes to none.
  ///
  /// - Throws: What the choice of a file throws, and `URLError` if it cannot be made.
  func file(for head: WireHead) throws -> PartialFile? {
    guard let destination, destination.takes(head.statusCode, of: httpMethod) else { return nil }
    if let file = try resumption?.file(for: head, from: URL(string: address.text), after: resumedFrom) { return file }
    let response = Response(statusCode: head.statusCode, headers: head.headers, url: URL(string: address.text))
    return try PartialFile(at: destination.url(for: response), options: destination.options)
  }
}
