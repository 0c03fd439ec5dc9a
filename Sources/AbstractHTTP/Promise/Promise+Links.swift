extension Promise {
  /// Returns a link that applies a step to a value. Failures pass through.
  @usableFromInline
  static func ofValue(_ step: @escaping @Sendable (Value) -> LinkStep) -> PromiseLink {
    { settlement in
      guard case .fulfilled(let value) = settlement else { return .settle(settlement) }
      return step(unbox(value, as: Value.self))
    }
  }

  /// Returns a link that applies a step to a failure or a cancellation. Values pass through.
  @usableFromInline
  static func ofFailure(_ step: @escaping @Sendable (ErrorInfo) -> LinkStep) -> PromiseLink {
    { settlement in
      guard let info = settlement.errorInfo(Failure.self) else { return .settle(settlement) }
      return step(info)
    }
  }

  /// Returns a link that applies a step to every settlement.
  @usableFromInline
  static func ofEither(_ step: @escaping @Sendable (Value?, ErrorInfo?) -> LinkStep) -> PromiseLink {
    { settlement in
      let outcome = settlement.outcome(Value.self, Failure.self)
      return step(outcome.value, outcome.errorInfo)
    }
  }

  /// Returns a link that replaces the error with the result of a closure.
  static func mappingError<NextFailure: Error>(
    _ transform: @escaping @Sendable (Failure) -> NextFailure
  ) -> PromiseLink {
    { settlement in
      switch settlement {
      case .rejected(let error): .settle(.error(transform(handledError(error, as: Failure.self))))
      case .cancelled(let error?): .settle(.cancelled(Box(transform(unbox(error, as: Failure.self)))))
      case .fulfilled, .cancelled(nil), .removed: .settle(settlement)
      }
    }
  }
}

extension LinkStep {
  static func fulfill(_ value: some Sendable) -> LinkStep { .settle(.value(value)) }

  static func settle<Value: Sendable, Failure>(with result: Result<Value, Failure>) -> LinkStep {
    .settle(AnyOutcome(result))
  }

  static func settle<Value: Sendable, Failure>(with outcome: Outcome<Value, Failure>) -> LinkStep {
    .settle(AnyOutcome(outcome))
  }

  static func follow<Progress, Value, Failure>(
    _ result: Result<Promise<Progress, Value, Failure>, Failure>
  ) -> LinkStep {
    switch result {
    case .success(let promise): .following(promise)
    case .failure(let error): .settle(.error(error))
    }
  }
}
