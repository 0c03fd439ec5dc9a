/// One parameter of a query: `key=value`, or a `key` alone.
public struct KeyValue: Sendable, Hashable {
  /// The name, not encoded.
  public let key: String
  /// The value, not encoded; `nil` for a key without `=`, which is not the same as an empty value.
  public let value: String?

  /// Makes a parameter.
  public init(_ key: String, _ value: String?) {
    self.key = key
    self.value = value
  }
}
