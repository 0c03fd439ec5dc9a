/// An outcome whose types only the promise knows.
///
/// The core of a promise is not generic: that is what makes a link of a chain cheap, and it lets a failure pass through
/// any number of `success` handlers untouched.
@usableFromInline
enum Settlement: Sendable {
  case fulfilled(any AnyErased)
  case rejected(any AnyErased)
  case cancelled((any AnyErased)?)

  @inlinable
  init<Value: Sendable, Failure>(_ outcome: Outcome<Value, Failure>) {
    switch outcome {
    case .fulfilled(let value): self = .fulfilled(Erased(value))
    case .rejected(let error): self = .rejected(Erased(error))
    case .cancelled(let error): self = .cancelled(error.map { Erased($0) })
    }
  }

  @inlinable
  init<Value: Sendable, Failure>(_ result: Result<Value, Failure>) {
    switch result {
    case .success(let value): self = .fulfilled(Erased(value))
    case .failure(let error): self = .rejected(Erased(error))
    }
  }

  @inlinable
  static func value(_ value: some Sendable) -> Self { .fulfilled(Erased(value)) }

  @inlinable
  static func error(_ error: some Error) -> Self { .rejected(Erased(error)) }

  var isCancelled: Bool {
    guard case .cancelled = self else { return false }
    return true
  }

  /// The outcome, in the types of the promise that it belongs to.
  @inlinable
  func outcome<Value: Sendable, Failure>(
    _ type: Value.Type = Value.self,
    _ failure: Failure.Type = Failure.self
  ) -> Outcome<Value, Failure> {
    switch self {
    case .fulfilled(let value): .fulfilled(restored(value, as: type))
    case .rejected(let error): .rejected(restored(error, as: failure))
    case .cancelled(let error): .cancelled(error.map { restored($0, as: failure) })
    }
  }

  /// What went wrong, or nil for a value.
  @inlinable
  func errorInfo<Failure: Error>(_ failure: Failure.Type = Failure.self) -> (error: Failure?, isCancelled: Bool)? {
    switch self {
    case .fulfilled: nil
    case .rejected(let error): (restored(error, as: failure), false)
    case .cancelled(let error): (error.map { restored($0, as: failure) }, true)
    }
  }
}

/// A value whose type only the promise knows.
@usableFromInline
typealias AnyErased = AnyObject & Sendable

/// A value on the heap: a reference is passed on from promise to promise, whatever the size of the value.
@usableFromInline
final class Erased<Value: Sendable>: Sendable {
  @usableFromInline let value: Value

  @inlinable
  init(_ value: Value) { self.value = value }
}

/// The value that was erased as a `Value`.
///
/// NB: a checked cast costs as much as the rest of a link. A promise's type is decided where its core is made, and both
/// stay together from then on, so the types are the same here.
@inlinable
func restored<Value: Sendable>(_ erased: any AnyErased, as type: Value.Type) -> Value {
  unsafeDowncast(erased, to: Erased<Value>.self).value
}
