import Foundation

/// What a decoder made of a text, in a form that can be compared.
enum Decoded: Equatable, CustomStringConvertible {
  case model(String)
  /// A `DecodingError`: its case and type, and its coding path.
  case error(String, path: [String])
  case otherError(String)

  init(_ decode: () throws -> Any) {
    do {
      self = .model(Self.text(try decode()))
    } catch let error as DecodingError {
      self = Self.error(error)
    } catch {
      self = .otherError("\(error)")
    }
  }

  /// Whether this is what Foundation decodes, whose paths of corrupted values stop early.
  ///
  /// - Parameter isUnordered: Whether the model has dictionaries, of whose errors Foundation meets any one first.
  func agrees(with foundation: Decoded, isUnordered: Bool) -> Bool {
    if isUnordered, case .error = self, case .error = foundation { return true }
    guard case .error("corrupted", let path) = self, case .error("corrupted", let start) = foundation else {
      return self == foundation
    }
    return path.starts(with: start)
  }

  var description: String {
    switch self {
    case .model(let text): text
    case .error(let name, let path): "\(name) at \(path)"
    case .otherError(let text): "another error: \(text)"
    }
  }

  private static func error(_ error: DecodingError) -> Decoded {
    switch error {
    case .typeMismatch(let type, let context): .error("mismatch of \(type)", path: path(context))
    case .valueNotFound(let type, let context): .error("no \(type)", path: path(context))
    case .keyNotFound(let key, let context): .error("no key \(key.stringValue)", path: path(context))
    case .dataCorrupted(let context): .error("corrupted", path: path(context))
    @unknown default: .otherError("\(error)")
    }
  }

  private static func path(_ context: DecodingError.Context) -> [String] {
    context.codingPath.map { "\($0.stringValue)/\($0.intValue.map(String.init) ?? "-")" }
  }

  /// All of a value; dictionaries by their keys' order.
  private static func text(_ value: Any) -> String {
    if let data = value as? Data { return data.base64EncodedString() }
    if let date = value as? Date { return "\(date.timeIntervalSinceReferenceDate)" }
    if value is Decimal || value is URL { return "\(value)" }
    let mirror = Mirror(reflecting: value)
    var parts = mirror.children.map { child in "\(child.label ?? ""):\(text(child.value))" }
    var ancestor = mirror.superclassMirror
    while let current = ancestor {
      parts += current.children.map { child in "\(child.label ?? ""):\(text(child.value))" }
      ancestor = current.superclassMirror
    }
    if mirror.displayStyle == .dictionary { parts.sort() }
    if mirror.displayStyle == nil, parts.isEmpty { return "\(value)" }
    if mirror.displayStyle == .enum, parts.isEmpty { return "\(value)" }
    return "\(mirror.displayStyle.map { "\($0)" } ?? "")(\(parts.joined(separator: ",")))"
  }
}
