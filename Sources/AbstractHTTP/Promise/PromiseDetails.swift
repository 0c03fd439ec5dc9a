/// What only few promises have: kept apart, so that the others stay small.
struct PromiseDetails: Sendable {
  var name: String?
  var progress: (any AnyErased)?

  /// What the executor, or the owner, wants to be told.
  var onPause: (@Sendable () -> Void)?
  var onResume: (@Sendable () -> Void)?
  var onCancel: (@Sendable () -> Void)?

  /// Whoever settles this promise when it is cancelled, instead of the cancel itself.
  var owner: (@Sendable (Settlement) -> Void)?
  var wasAsked = false

  /// The executor, as long as it has not been run, and whether another promise will see to that.
  var start: (@Sendable (PromiseCore) -> Void)?
  var isAdopted = false

  /// The promises that are paused, resumed and cancelled along with this one.
  var inner: [PromiseCore] = []

  /// What was reported, and what it was settled with, while it was paused.
  var backlog: [any AnyErased] = []
  var held: Settlement?

  /// Is called once the promise has settled, however it did.
  var cleanup: (@Sendable () -> Void)?

  /// What is still asked for after the promise has settled.
  var remains: [PromiseDetails] {
    name == nil && progress == nil ? [] : [PromiseDetails(name: name, progress: progress)]
  }
}
