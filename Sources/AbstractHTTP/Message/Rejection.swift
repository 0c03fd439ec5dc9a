/// A response or a model was refused: by whom, and why where that is known.
public struct Rejection: Error, CustomStringConvertible {
  /// Who refused it: `validate`, or the type of the listener.
  public let by: String
  /// Why, if that is known.
  public let reason: String?

  /// Says who refused, and why.
  public init(by: String, because reason: String? = nil) {
    self.by = by
    self.reason = reason
  }

  /// Says that a response was not valid, by its status.
  init(invalid response: Response) { self.init(by: "validate", because: "status \(response.statusCode)") }

  /// Who refused it, and why.
  public var description: String { "refused by \(by)" + (reason.map { ": \($0)" } ?? "") }
}
