extension Stage {
  /// Joins two stages: the second one receives the output of the first.
  ///
  /// Joining is associative, and ``identity`` on either side changes nothing. If the first stage doesn't suspend,
  /// neither does the joint. If the task is cancelled in the meantime, the second stage isn't run.
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
