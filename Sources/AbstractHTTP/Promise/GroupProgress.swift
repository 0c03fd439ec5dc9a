/// How many promises of a group have settled.
public struct GroupProgress: Sendable, Hashable {
  /// The number of promises that have settled.
  public var completed: Int

  /// The number of promises in the group.
  public var total: Int

  /// Makes the progress of a group.
  public init(completed: Int, total: Int) {
    self.completed = completed
    self.total = total
  }
}

/// The error of a group of which no promise was fulfilled.
public struct AllFailed<Failure: Error>: Error {
  /// The errors of the promises in their order; nil where one was cancelled without an error.
  public var errors: [Failure?]

  /// Makes the error of a group.
  public init(errors: [Failure?]) { self.errors = errors }
}

extension AllFailed: Equatable where Failure: Equatable {}
