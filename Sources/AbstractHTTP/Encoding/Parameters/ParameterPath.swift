/// The path of the container that is being read, and state that all containers share.
///
/// There is one for each container, and none for values. The path is only assembled for an error, or if an `Encodable`
/// requests it.
final class ParameterPath {
  /// The maximum nesting of containers: more than servers accept, and less than exhausts the stack.
  static let maximumDepth = 128

  /// State that parameters read together share.
  final class Reading {
    let userInfo: [CodingUserInfoKey: any Sendable]
    /// The first error where throwing isn't possible.
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

  /// Returns the path of a nested container, or of one that replaces it if there is no key.
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

  /// Returns the text of a path: `user.tags[2]`.
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

/// A key of a dictionary, or an index of an array.
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
