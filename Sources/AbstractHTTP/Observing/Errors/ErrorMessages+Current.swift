extension ErrorMessages {
  /// The table that all errors use.
  public static var current: ErrorMessages {
    get { table.withLock { $0 } }
    _modify {
      var changed = current
      yield &changed
      let new = changed
      table.withLock { $0 = new }
    }
  }

  private static let table = Locked(ErrorMessages())
}

extension JSONError: AbstractHTTPError {
  /// ``ErrorMessages/Key/unreadable``.
  public var message: ErrorMessages.Key { .unreadable }
}

extension ModelMappingError: AbstractHTTPError {
  /// ``ErrorMessages/Key/unreadable``.
  public var message: ErrorMessages.Key { .unreadable }
}

extension AllFailed: AbstractHTTPError {
  /// The number of the errors, and the errors.
  public var description: String {
    let texts = errors.map { $0.map { Redaction.text(of: $0) } ?? "cancelled" }
    return "all \(errors.count) failed: \(texts.joined(separator: "; "))"
  }

  /// The first of the ``errors``.
  public var underlying: (any Error)? { errors.lazy.compactMap { $0 }.first }

  /// That of the first error.
  public var message: ErrorMessages.Key { (underlying as? any AbstractHTTPError)?.message ?? .failed }
}

extension ModelBuildError: AbstractHTTPError {
  /// What the model threw.
  public var underlying: (any Error)? { cause }

  /// ``ErrorMessages/Key/unreadable``.
  public var message: ErrorMessages.Key { .unreadable }

  /// Which model it is, where, and what it threw.
  public var description: String { "\(model) can't be built at \(path): \(Redaction.text(of: cause))" }
}
