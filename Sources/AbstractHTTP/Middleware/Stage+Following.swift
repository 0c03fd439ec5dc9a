extension Stage {
  /// Goes on with the stage's outcome: at once where the stage finishes at once, and otherwise when it has been awaited.
  ///
  /// This is how a middleware looks at an answer without suspending a pipeline that does not suspend by itself.
  func following(
    _ input: Input,
    _ follow: @escaping @Sendable (Result<Output, ConnectionError>) throws(ConnectionError) -> Step<Output>
  ) throws(ConnectionError) -> Step<Output> {
    let result: Result<Output, ConnectionError>
    do throws(ConnectionError) {
      switch try run(input) {
      case .finished(let output):
        result = .success(output)
      case .suspended(let rest):
        return .suspended(
          rest.then { rest async throws(ConnectionError) in try await follow(await rest.result).output }
        )
      }
    } catch {
      result = .failure(error)
    }
    return try follow(result)
  }

  /// What the stage makes of an input, as a value.
  func result(_ input: Input) async -> Result<Output, ConnectionError> {
    do throws(ConnectionError) {
      return .success(try await run(input).output)
    } catch {
      return .failure(error)
    }
  }
}
