/// What a stage hands on: its output, or the rest of its work, still to be awaited.
///
/// The rest is awaited exactly once; it may hold a transfer that only it can end.
enum Step<Output: Sendable>: Sendable {
  case finished(Output)
  case suspended(@Sendable () async throws(ConnectionError) -> Output)
}

extension Step {
  /// The output, awaited if need be.
  var output: Output {
    get async throws(ConnectionError) {
      switch self {
      case .finished(let output): output
      case .suspended(let rest): try await rest()
      }
    }
  }
}
