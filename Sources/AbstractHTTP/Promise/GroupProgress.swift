/// The number of settled promises in a group.
public struct GroupProgress: Sendable, Hashable {
  /// The number of promises that have settled.
  public var completed: Int

  /// The number of promises in the group.
  public var total: Int

  /// Creates the progress of a group.
  public init(completed: Int, total: Int) {
    self.completed = completed
    self.total = total
  }
}

/// The error of a group in which no promise was fulfilled.
public struct AllFailed<Failure: Error>: Error {
  /// The errors of the promises in their order; nil for a promise that was cancelled without an error.
  public var errors: [Failure?]

  /// Creates the error of a group.
  public init(errors: [Failure?]) { self.errors = errors }
}

extension AllFailed: Equatable where Failure: Equatable {}
