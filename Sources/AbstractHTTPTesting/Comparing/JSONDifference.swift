public import AbstractHTTP
import Foundation

/// A place at which a JSON body differs from the expected one.
///
/// ```swift
/// #expect(stub.requests[0].jsonDifferences(from: ["name": "Ada", "tags": ["a"]]).isEmpty)
/// // (… → [$.name is "Bob", expected "Ada", $.tags[0] is missing, expected "a"]).isEmpty → false
/// ```
///
/// Whitespace and the order of keys make no difference, and numbers are compared by value. The order of an array's
/// elements matters, and so does whether a key is missing or null.
public struct JSONDifference: Sendable, Hashable, CustomStringConvertible {
  /// What differs at the place.
  public enum Kind: Sendable, Hashable {
    /// The value is another one.
    case different(JSON, expected: JSON)
    /// The value is missing.
    case missing(expected: JSON)
    /// The value isn't expected.
    case unexpected(JSON)
    /// The body can't be read as JSON, for this reason.
    case unreadable(String)
  }

  /// The path to the place: `$.users[0].name`.
  public let path: JSONPath

  /// What differs.
  public let kind: Kind

  /// Returns the places at which a value differs from the expected one, in the order of the paths' keys and indices.
  ///
  /// - Parameters:
  ///   - actual: The value.
  ///   - expected: The expected value.
  public static func all(in actual: JSON, from expected: JSON) -> [JSONDifference] {
    var differences: [JSONDifference] = []
    collect(actual, expected, at: [], into: &differences)
    return differences
  }

  static func all(from expected: JSON, inBody body: () throws -> Data) -> [JSONDifference] {
    do {
      return all(in: try JSON(data: body()), from: expected)
    } catch {
      return [JSONDifference(path: [], kind: .unreadable("\(error)"))]
    }
  }

  /// The path, the value, and the expected value. Long values are shortened.
  public var description: String {
    switch kind {
    case .different(let actual, let expected): "\(path) is \(Self.text(actual)), expected \(Self.text(expected))"
    case .missing(let expected): "\(path) is missing, expected \(Self.text(expected))"
    case .unexpected(let actual): "\(path) is \(Self.text(actual)), not expected"
    case .unreadable(let reason): "the body isn't JSON: \(reason)"
    }
  }

  private static func text(_ value: JSON) -> String {
    let text = value.debugDescription
    return text.count > 100 ? text.prefix(99) + "…" : text
  }

  private static func collect(
    _ actual: JSON,
    _ expected: JSON,
    at path: JSONPath,
    into differences: inout [JSONDifference]
  ) {
    if let actual = actual.dictionary, let expected = expected.dictionary {
      for key in Set(actual.keys).union(expected.keys).sorted() {
        compare(actual[key], expected[key], at: path + [key], into: &differences)
      }
    } else if let actual = actual.array, let expected = expected.array {
      for index in 0..<max(actual.count, expected.count) {
        // NB: a literal nil would be a JSON null.
        let actual = index < actual.count ? actual[index] : JSON?.none
        let expected = index < expected.count ? expected[index] : JSON?.none
        compare(actual, expected, at: path + [index], into: &differences)
      }
    } else if actual != expected {
      differences.append(JSONDifference(path: path, kind: .different(actual, expected: expected)))
    }
  }

  private static func compare(
    _ actual: JSON?,
    _ expected: JSON?,
    at path: JSONPath,
    into differences: inout [JSONDifference]
  ) {
    switch (actual, expected) {
    case (let actual?, let expected?): collect(actual, expected, at: path, into: &differences)
    case (nil, let expected?): differences.append(JSONDifference(path: path, kind: .missing(expected: expected)))
    case (let actual?, nil): differences.append(JSONDifference(path: path, kind: .unexpected(actual)))
    case (nil, nil): break
    }
  }
}

extension Request {
  /// Returns the places at which the body differs from a JSON value; empty if it is the same value.
  ///
  /// ```swift
  /// #expect(stub.requests[0].jsonDifferences(from: ["name": "Ada"]).isEmpty)
  /// ```
  ///
  /// - Parameter expected: The expected value.
  public func jsonDifferences(from expected: JSON) -> [JSONDifference] {
    JSONDifference.all(from: expected) { try body?.data() ?? Data() }
  }
}

extension Response {
  /// Returns the places at which the body differs from a JSON value; empty if it is the same value.
  ///
  /// - Parameter expected: The expected value.
  public func jsonDifferences(from expected: JSON) -> [JSONDifference] {
    JSONDifference.all(from: expected) { try contents() }
  }
}

extension ReceivedRequest {
  /// Returns the places at which the body differs from a JSON value; empty if it is the same value.
  ///
  /// ```swift
  /// #expect(server.requests[0].jsonDifferences(from: ["name": "Ada"]).isEmpty)
  /// ```
  ///
  /// - Parameter expected: The expected value.
  public func jsonDifferences(from expected: JSON) -> [JSONDifference] {
    JSONDifference.all(from: expected) { body }
  }
}
