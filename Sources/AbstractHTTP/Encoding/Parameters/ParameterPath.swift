/// Where in the parameters something is read, and what holds for all of them.
///
/// One a container, none a value: only an error or an `Encodable` that asks for it has the path put together.
final class ParameterPath {
  /// How many containers may be within each other. More than any server takes, and less than any stack does.
  static let maximumDepth = 128

  /// What the parameters that are read together have in common.
  final class Reading {
    let userInfo: [CodingUserInfoKey: any Sendable]
    /// What went wrong where nothing can be thrown.
    var failure: InvalidParameter?

    init(userInfo: [CodingUserInfoKey: any Sendable]) { self.userInfo = userInfo }
  }

  let reading: Reading
  private let parent: ParameterPath?
  private let key: (any CodingKey)?
  private let depth: Int

  init(userInfo: [CodingUserInfoKey: any Sendable] = [:]) {
    (reading, parent, key, depth) = (Reading(userInfo: userInfo), nil, nil, 0)
  }

  private init(_ parent: ParameterPath, _ key: (any CodingKey)?) {
    (reading, self.parent, self.key, depth) = (parent.reading, parent, key, parent.depth + 1)
  }

  /// The path of a container within this one; of one that takes its place if there is no key.
  func appending(_ key: (any CodingKey)?) throws(InvalidParameter) -> ParameterPath {
    let path = ParameterPath(self, key)
    guard path.depth <= Self.maximumDepth else { throw path.failure(.tooDeep) }
    return path
  }

  func failure(_ reason: InvalidParameter.Reason, at key: (any CodingKey)? = nil) -> InvalidParameter {
    InvalidParameter(keyPath: Self.text(of: codingPath + (key.map { [$0] } ?? [])), reason: reason)
  }

  var codingPath: [any CodingKey] {
    var keys: [any CodingKey] = []
    var path: ParameterPath? = self
    while let place = path {
      if let key = place.key { keys.append(key) }
      path = place.parent
    }
    return keys.reversed()
  }

  /// The path as people write it: `user.tags[2]`.
  static func text(of keys: [any CodingKey]) -> String {
    keys.reduce(into: "") { text, key in
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += (text.isEmpty ? "" : ".") + key.stringValue
      }
    }
  }
}

/// A key of a dictionary, or a place in an array.
enum ParameterKey: CodingKey {
  case name(String)
  case index(Int)

  init(stringValue: String) { self = .name(stringValue) }

  init(intValue: Int) { self = .index(intValue) }

  var stringValue: String {
    switch self {
    case .name(let name): name
    case .index(let index): String(index)
    }
  }

  var intValue: Int? {
    if case .index(let index) = self { index } else { nil }
  }
}
