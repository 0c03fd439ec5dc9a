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
  /// The key of the sentence for the user, ``ErrorMessages/Key/unreadable``.
  public var message: ErrorMessages.Key { .unreadable }
}

extension ModelMappingError: AbstractHTTPError {
  /// The key of the sentence for the user, ``ErrorMessages/Key/unreadable``.
  public var message: ErrorMessages.Key { .unreadable }
}

extension AllFailed: AbstractHTTPError {
  /// The number of errors, and the errors.
  public var description: String {
    let texts = errors.map { $0.map { Redaction.text(of: $0) } ?? "cancelled" }
    return "all \(errors.count) failed: \(texts.joined(separator: "; "))"
  }

  /// The underlying error, which is the first of the ``errors``.
  public var underlying: (any Error)? { errors.lazy.compactMap { $0 }.first }

  /// The key of the first error's sentence for the user.
  public var message: ErrorMessages.Key { (underlying as? any AbstractHTTPError)?.message ?? .failed }
}

extension ModelBuildError: AbstractHTTPError {
  /// The underlying error, which the model threw.
  public var underlying: (any Error)? { cause }

  /// The key of the sentence for the user, ``ErrorMessages/Key/unreadable``.
  public var message: ErrorMessages.Key { .unreadable }

  /// The model, the path to its JSON, and the error that it threw.
  public var description: String { "\(model) can't be built at \(path): \(Redaction.text(of: cause))" }
}
