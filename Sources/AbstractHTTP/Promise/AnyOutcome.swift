/// An outcome whose types only the promise knows.
///
/// The core of a promise is not generic: that is what makes a link of a chain cheap, and it lets a failure pass through
/// any number of `success` handlers untouched.
@usableFromInline
enum AnyOutcome: Sendable {
  case fulfilled(any AnyBox)
  case rejected(any AnyBox)
  case cancelled((any AnyBox)?)

  /// A token removed the handlers: for those who wait it is a cancel, and no handler is called.
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

  /// The outcome for those who don't belong to the chain that was removed.
  var visible: AnyOutcome { isRemoved ? .cancelled(nil) : self }

  /// Whether it has the very error of another one.
  func isSameFailure(as other: AnyOutcome) -> Bool {
    guard case .rejected(let error) = self, case .rejected(let otherError) = other else { return false }
    return error === otherError
  }

  /// Notes that somebody has dealt with the error, if it is one.
  func markHandled() {
    if case .rejected(let error) = self { (error as? any HandledMarking)?.markHandled() }
  }

  /// The outcome, in the types of the promise that it belongs to.
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

  /// What went wrong, or nil for a value.
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

/// A value whose type only the promise knows.
@usableFromInline
typealias AnyBox = AnyObject & Sendable

/// A value on the heap: a reference is passed on from promise to promise, whatever the size of the value.
@usableFromInline
final class Box<Value: Sendable>: Sendable {
  @usableFromInline let value: Value

  @inlinable
  init(_ value: Value) { self.value = value }
}

/// The value that was erased as a `Value`.
///
/// NB: a checked cast costs as much as the rest of a link. A promise's type is decided where its core is made, and both
/// stay together from then on, so the types are the same here.
@inlinable
func unbox<Value: Sendable>(_ erased: any AnyBox, as type: Value.Type) -> Value {
  unsafeDowncast(erased, to: Box<Value>.self).value
}
