extension Stage {
  /// Joins two stages: the second gets what the first passes on.
  ///
  /// Joining is associative, and ``identity`` on either side changes nothing. If the first does not suspend, neither does
  /// the joint; a task that was cancelled meanwhile does not reach the second.
  ///
  /// ```swift
  /// Stage.sending(over: connector).then(.parsing(User.self))   // send → parse(User)
  /// ```
  public func then<Next: Sendable>(_ next: Stage<Output, Next>) -> Stage<Input, Next> {
    let first = run
    let second = next.run
    return Stage<Input, Next>(outline: outline.followed(by: next.outline)) { input throws(ConnectionError) in
      switch try first(input) {
      case .finished(let output):
        return try second(output)
      case .suspended(let rest):
        return .suspended(
          rest.then { rest async throws(ConnectionError) in
            let output = try await rest()
            if Task.isCancelled { throw ConnectionError(.cancelled) }
            return try await second(output).output
          }
        )
      }
    }
  }
}

extension PipelineDescription {
  func followed(by next: PipelineDescription) -> PipelineDescription {
    switch (self, next) {
    case (.nothing, _): next
    case (_, .nothing): self
    default: .joined(self, next)
    }
  }
}
