import Foundation

/// Finds out where and why a text doesn't match a model.
struct JSONExplanation {
  /// The outermost model, or an empty name.
  let model: String
  let options: DecodingOptions
  /// Whether this is the user's text, so that locations in it are meaningful.
  var isOriginal = true

  func failure(_ error: DecodingError, in data: Data) -> DecodingFailure {
    data.withUnsafeBytes { bytes in
      let explained = try? JSONText.withUTF8(of: bytes.assumingMemoryBound(to: UInt8.self)) { utf8 in
        failure(error, in: utf8)
      }
      return explained ?? DecodingFailure(.notJSON("the text isn't in a Unicode encoding"), of: model, error)
    }
  }

  private func failure(_ error: DecodingError, in utf8: UnsafeBufferPointer<UInt8>) -> DecodingFailure {
    let context = error.context
    if case .dataCorrupted = error, context?.codingPath.isEmpty != false, let flaw = flaw(context, utf8) {
      return DecodingFailure(flaw, of: model, in: utf8, error)
    }
    var path = context?.codingPath ?? []
    if case .keyNotFound(let key, _) = error { path.append(key) }
    let place = JSONPlace(path, in: utf8, JSONDecoding(options))
    let start = path.lastIndex { $0.modelName != nil }
    return DecodingFailure(
      reason: reason(error, place),
      model: start.flatMap { path[$0].modelName } ?? model,
      property: property(place.path, path, from: start ?? 0),
      path: place.path,
      location: isOriginal ? place.offset.map { DecodingFailure.Location($0, in: utf8) } : nil,
      underlying: error,
      found: place.isWhole ? place.found : ""
    )
  }

  /// Returns the syntax error of the text, unless it is JSON.
  private func flaw(_ context: DecodingError.Context?, _ utf8: UnsafeBufferPointer<UInt8>) -> JSONFlaw? {
    if case .invalidJSON(let reason, let offset, _, _)? = context?.underlyingError as? JSONError {
      return JSONFlaw(reason: reason, offset: offset)
    }
    guard !options.readsMoreThanJSON else { return nil }
    var parser = JSONParser(utf8, from: JSONText.start(of: utf8), maximumDepth: JSON.maximumDepth)
    do throws(JSONFlaw) {
      _ = try parser.parse()
      return nil
    } catch {
      // Foundation accepts some texts that aren't valid JSON.
      return (try? JSONDecoder().decode(JSON.self, from: Data(utf8))) == nil ? error : nil
    }
  }

  private func reason(_ error: DecodingError, _ place: JSONPlace) -> DecodingFailure.Reason {
    switch error {
    case .keyNotFound: return .missing
    case .valueNotFound where !place.isWhole: return .missing
    case .valueNotFound where place.found == "null": return .null
    case .typeMismatch(let type, _): return .wrongType(expected: Self.name(of: type))
    default:
      let words = error.context?.debugDescription ?? ""
      guard words.hasPrefix("Parsed JSON number"), let range = words.range(of: "does not fit in ") else {
        return .invalidValue(words)
      }
      return .wrongType(expected: String(words[range.upperBound...].prefix { $0 != "." }))
    }
  }

  private static func name(of type: Any.Type) -> String {
    if type == [Any].self { return "an array" }
    if type is any DictionaryType.Type { return "an object" }
    return "\(type)"
  }

  /// Returns the last steps of the path, with the names of the model.
  private func property(_ path: JSONPath, _ codingPath: [any CodingKey], from start: Int) -> String {
    guard start < codingPath.count else { return "" }
    var steps = Array(path.steps.dropFirst(start))
    if case .key? = steps.first { steps[0] = .key(codingPath[start].stringValue) }
    return JSONPath(steps).property
  }
}

private protocol DictionaryType {}

extension Dictionary: DictionaryType {}

extension CodingKey {
  /// The name of the model that declares the key: `User` for `User.CodingKeys`.
  fileprivate var modelName: String? {
    var parts = [""]
    var depth = 0
    for character in String(reflecting: Self.self) {
      if ")>".contains(character) { depth -= 1 }
      if character == ".", depth == 0 { parts.append("") } else { parts[parts.count - 1].append(character) }
      if "(<".contains(character) { depth += 1 }
    }
    return parts.dropFirst().dropLast().last { !$0.hasPrefix("(unknown context") }.map(Self.plainName)
  }

  /// Returns the name of a type without generic arguments and without the file of a private type: `User` for `(User in
  /// _4C21)`.
  private static func plainName(_ part: String) -> String {
    let name = part.hasPrefix("(") ? part.dropFirst().prefix { $0 != " " } : part.prefix { $0 != "<" }
    return String(name)
  }
}
