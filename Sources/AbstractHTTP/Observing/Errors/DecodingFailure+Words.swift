extension DecodingFailure: AbstractHTTPError {
  /// The key of the sentence for the user, ``ErrorMessages/Key/unreadable``.
  public var message: ErrorMessages.Key { .unreadable }

  /// The text at the location, at most 40 characters, without secrets.
  public var snippet: String? {
    if found.isEmpty { return nil }
    return isSecret ? Redaction.mask : Redaction.text(ofSnippet: found)
  }

  /// Whether a name on the path looks secret.
  private var isSecret: Bool {
    path.steps.contains { if case .key(let name) = $0 { Redaction.isSecret(name) } else { false } }
  }

  /// A sentence for developers with the reason and the location, without secrets.
  public var description: String {
    let name = [model, property].filter { !$0.isEmpty }.joined(separator: property.hasPrefix("[") ? "" : ".")
    let subject = name.isEmpty ? "the model" : name
    let place = "\(path)" + (location.map { " (line \($0.line), column \($0.column))" } ?? "")
    switch reason {
    case .missing: return "\(subject) is required, and missing at \(place)"
    case .null: return "\(subject) is required, and null at \(place)"
    case .wrongType(let type): return "\(subject) must be \(type), and is \(snippet ?? "something else") at \(place)"
    case .invalidValue(let words):
      let detail = isSecret ? "" : ": \(words)"
      return "\(subject) can't be \(snippet ?? "this value") at \(place)\(detail)"
    default: return "\(subject) can't be decoded: \(flaw(place))"
    }
  }

  /// Returns a description of the syntax error.
  private func flaw(_ place: String) -> String {
    switch reason {
    case .empty: "the text is empty"
    case .truncated:
      "the text is cut off after \(location?.offset ?? 0) bytes, at \(place)"
        + (snippet.map { ": it ends in \($0)" } ?? "")
    case .notJSON(let words):
      "the text isn't JSON: \(words) at \(place)" + (snippet.map { ": \($0)" } ?? "")
    default: reason.markup ?? ""
    }
  }
}

extension DecodingFailure: CustomReflectable {
  /// The location and a description of the reason, without secrets.
  public var customMirror: Mirror {
    Mirror(self, children: ["description": description, "path": path], displayStyle: .struct)
  }
}

extension Redaction {
  /// Returns an excerpt of a text without secrets. Text that looks like a form or a document is treated as one, and
  /// long words are masked, because they may be tokens.
  static func text(ofSnippet text: String) -> String {
    let isForm = text.contains("=") && !text.contains { $0.isWhitespace || "{[".contains($0) }
    if isForm { return String(withoutSecretParameters("?" + text).dropFirst()) }
    let redacted = self.text(of: text, type: "application/json")
    guard redacted == text, text.first != "\"" else { return redacted }
    return text.split(separator: " ", omittingEmptySubsequences: false)
      .map { $0.utf8.count > 24 ? mask : String($0) }
      .joined(separator: " ")
  }
}

extension ConnectionError {
  /// Where and why the body doesn't match the model, if a `DecodingError` ended the connection.
  ///
  /// It contains the model, the path, such as `$.friends[1].image`, the line and the column, and the text at the
  /// location. If a custom decoder threw the error, the missing details are determined here.
  public var decodingFailure: DecodingFailure? {
    guard let error = nativeError as? DecodingError else { return nil }
    if let failure = error.context?.underlyingError as? DecodingFailure { return failure }
    guard let response, let body = try? response.contents() else { return nil }
    return response.decoding.failure(error, body, "")
  }
}
