/// An outcome with erased types, which only the promise knows.
///
/// The core of a promise isn't generic, which makes a link of a chain cheap, and lets a failure pass through any number
/// of `success` handlers untouched.
@usableFromInline
enum AnyOutcome: Sendable {
  case fulfilled(any AnyBox)
  case rejected(any AnyBox)
  case cancelled((any AnyBox)?)

  /// A token removed the handlers: awaiting tasks see a cancellation, and no handler is called.
  case removed

  @inlinable
  init<Value: Sendable, Failure>(_ outcome: Outcome<Value, Failure>) {
    switch outcome {
    case .fulfilled(let value): self = .fulfilled(Box(value))
    case .rejected(let error): self = .rejected(ErrorBox(error))
    case .cancelled(let error): self = .cancelled(error.map { Box($0) })
    }
  }

  @inlinable
  init<Value: Sendable, Failure>(_ result: Result<Value, Failure>) {
    switch result {
    case .success(let value): self = .fulfilled(Box(value))
    case .failure(let error): self = .rejected(ErrorBox(error))
    }
  }

  @inlinable
  static func value(_ value: some Sendable) -> Self { .fulfilled(Box(value)) }

  @inlinable
  static func error(_ error: some Error) -> Self { .rejected(ErrorBox(error)) }

  var isCancelled: Bool {
    switch self {
    case .cancelled, .removed: true
    case .fulfilled, .rejected: false
    }
  }

  var isRemoved: Bool {
    if case .removed = self { true } else { false }
  }

  /// The outcome for listeners outside the removed chain: a removal looks like a cancellation.
  var visible: AnyOutcome { isRemoved ? .cancelled(nil) : self }

  /// Returns whether it contains the identical error of another outcome.
  func isSameFailure(as other: AnyOutcome) -> Bool {
    guard case .rejected(let error) = self, case .rejected(let otherError) = other else { return false }
    return error === otherError
  }

  /// Marks the error as handled, if the outcome is one.
  func markHandled() {
    if case .rejected(let error) = self { (error as? any HandledMarking)?.markHandled() }
  }

  /// Returns the outcome with the types of its promise.
  @inlinable
  func outcome<Value: Sendable, Failure>(
    _ type: Value.Type = Value.self,
    _ failure: Failure.Type = Failure.self
  ) -> Outcome<Value, Failure> {
    switch self {
    case .fulfilled(let value): .fulfilled(unbox(value, as: type))
    case .rejected(let error): .rejected(handledError(error, as: failure))
    case .cancelled(let error): .cancelled(error.map { unbox($0, as: failure) })
    case .removed: .cancelled(nil)
    }
  }

  /// Returns the error and whether the promise was cancelled; nil for a value.
  @inlinable
  func errorInfo<Failure: Error>(_ failure: Failure.Type = Failure.self) -> (error: Failure?, isCancelled: Bool)? {
    switch self {
    case .fulfilled: nil
    case .rejected(let error): (handledError(error, as: failure), false)
    case .cancelled(let error): (error.map { unbox($0, as: failure) }, true)
    case .removed: (nil, true)
    }
  }
}

/// A value with an erased type, which only the promise knows.
@usableFromInline
typealias AnyBox = AnyObject & Sendable

/// A value on the heap, so that promises pass on a reference, whatever the size of the value.
@usableFromInline
final class Box<Value: Sendable>: Sendable {
  @usableFromInline let value: Value

  @inlinable
  init(_ value: Value) { self.value = value }
}

/// Returns an erased value as a `Value`.
///
/// NB: a checked cast costs as much as the rest of a link. The types are fixed when the core is created, and promise
/// and core stay together from then on, so they always match here.
@inlinable
func unbox<Value: Sendable>(_ erased: any AnyBox, as type: Value.Type) -> Value {
  unsafeDowncast(erased, to: Box<Value>.self).value
}
