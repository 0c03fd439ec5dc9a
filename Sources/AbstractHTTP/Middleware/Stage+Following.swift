extension Stage {
  /// Continues with the stage's outcome: synchronously if the stage completes synchronously, and otherwise after
  /// awaiting it.
  ///
  /// This is how a middleware examines a response without suspending a pipeline that otherwise wouldn't suspend.
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

  /// Returns the stage's result for an input, as a value.
  func result(_ input: Input) async -> Result<Output, ConnectionError> {
    do throws(ConnectionError) {
      return .success(try await run(input).output)
    } catch {
      return .failure(error)
    }
  }
}
