import Foundation

/// The file that the caller's closure chooses for a body. The closure runs on the pool, because a transport's thread
/// must not wait for it.
final class FileChoice: Sendable {
  private enum State: Sendable {
    case open
    case begun
    case made(Result<PartialFile?, any Error>)
    case taken
  }

  private let state = Locked(State.open)

  /// Returns the file once, after it has been chosen.
  func take() -> Result<PartialFile?, any Error>? {
    state.withLock { state in
      guard case .made(let result) = state else { return nil }
      state = .taken
      return result
    }
  }

  /// Whether the closure has been called, and hasn't returned.
  var isAwaited: Bool {
    state.withLock { if case .begun = $0 { true } else { false } }
  }

  /// Calls the closure, unless this has already been done.
  ///
  /// - Parameter ready: Called on the pool once the closure has returned.
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
  /// Creates the file for the body of a response; `nil` if the body isn't written to a file.
  ///
  /// - Throws: Errors of the closure that chooses the file, and `URLError` if the file can't be created.
  func file(for head: WireHead) throws -> PartialFile? {
    guard let destination, destination.takes(head.statusCode, of: httpMethod) else { return nil }
    if let file = try resumption?.file(for: head, from: URL(string: address.text), after: resumedFrom) { return file }
    let response = Response(statusCode: head.statusCode, headers: head.headers, url: URL(string: address.text))
    return try PartialFile(at: destination.url(for: response), options: destination.options)
  }
}
