import Foundation

/// A request as a command for a POSIX shell.
struct CurlCommand {
  private let request: Request
  private let showsSecrets: Bool
  private let names: SecretNames

  /// The maximum length of an argument. Linux allows 128 KiB.
  private static let longestArgument = 100_000

  init(_ request: Request, _ showsSecrets: Bool, _ names: SecretNames) {
    self.request = request
    self.showsSecrets = showsSecrets
    self.names = names
  }

  var text: String {
    let body = sentBody.map { self.body($0) }
    let url = showsSecrets ? request.url.absoluteString : Redaction.text(of: request.url, names)
    let options = [start(url), method, headers, contentType, body?.option, Self.quoted(url)].compactMap { $0 }
    return (body?.source.map { "\($0) |\n" } ?? "") + options.joined(separator: " \\\n  ")
  }

  /// The body. For methods that usually have one, an empty body, for which a transport sends a length of zero.
  private var sentBody: RequestBody? {
    request.body ?? ([.post, .put, .patch].contains(request.httpMethod) ? RequestBody(Data()) : nil)
  }

  private func start(_ url: String) -> String {
    // curl expands brackets and braces, and doesn't request compression by itself.
    let isCompressed = !request.headers.contains("Accept-Encoding") && !request.headers.contains("Range")
    let expands = url.contains { "[]{}".contains($0) }
    return "curl" + (isCompressed ? " --compressed" : "") + (expands ? " --globoff" : "")
  }

  private var method: String? {
    switch request.httpMethod {
    case .get where request.body == nil: nil
    case .head where request.body == nil: "--head"
    default: "-X \(Self.quoted(request.httpMethod.rawValue, unlessPlain: true))"
    }
  }

  /// The headers that can be sent.
  private var headers: String? {
    let options = request.headers.filter { HTTPToken.isToken($0.name) && HTTPToken.isFieldValue($0.value) }.map {
      field in
      let value = showsSecrets ? field.value : Redaction.value(of: field, names)
      // curl interprets a name with a semicolon as an empty value.
      return "-H " + Self.quoted(value.isEmpty ? "\(field.name);" : "\(field.name): \(value)")
    }
    return options.isEmpty ? nil : options.joined(separator: " \\\n  ")
  }

  /// The type of the body. Without one, the type is empty if curl would otherwise send the type of a form.
  private var contentType: String? {
    guard let body = sentBody, !request.headers.contains("Content-Type") else { return nil }
    return "-H " + Self.quoted(body.contentType.map { "Content-Type: \($0)" } ?? "Content-Type:")
  }
}

extension CurlCommand {
  /// A body: its curl option, and the command that pipes it into curl.
  private typealias Body = (option: String, source: String?)

  private func body(_ body: RequestBody) -> Body {
    switch body.content {
    case .data(let data): self.data(data)
    case .file(let url): ("--data-binary \(Self.quoted("@\(url.path)"))", nil)
    case .segments(let segments): Self.piped("{ \(segments.map(source).joined(separator: "; ")); }")
    }
  }

  private static func piped(_ source: String) -> Body { ("--data-binary @-", source) }

  private func data(_ data: Data) -> Body {
    guard let text = shownText(of: data) else { return Self.piped(Self.printing(data)) }
    let quoted = Self.quoted(text)
    return text.utf8.count > Self.longestArgument ? Self.piped("printf %s \(quoted)") : ("--data-raw \(quoted)", nil)
  }

  /// Returns the text of a body, without its secrets if necessary, or its size; `nil` for bytes that aren't text.
  private func shownText(of data: Data) -> String? {
    let text = data.contains(0) ? nil : String(validating: data, as: UTF8.self)
    if showsSecrets || data.isEmpty { return text }
    guard let text else { return "(\(data.count) bytes)" }
    let type = request.headers["Content-Type"] ?? request.body?.contentType
    let isReadable = ["json", "x-www-form-urlencoded"].contains { type?.lowercased().contains($0) == true }
    return isReadable ? Redaction.text(of: text, type: type, names) : "(\(data.count) bytes)"
  }

  private func source(_ segment: BodySegment) -> String {
    switch segment {
    case .data(let data): showsSecrets ? Self.printing(data) : "printf '(\(data.count) bytes)'"
    case .file(let url, let range):
      "tail -c +\(range.lowerBound + 1) \(Self.quoted(url.path)) | head -c \(range.upperBound - range.lowerBound)"
    case .stream(let stream): "printf '(a stream of \(stream.size))'"
    }
  }

  /// Returns a command that prints bytes, with bytes other than letters and digits as octal numbers.
  private static func printing(_ data: Data) -> String {
    let text = data.reduce(into: "printf '") { text, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: " "):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        for shift: UInt8 in [6, 3, 0] {
          if shift == 6 { text += "\\" }
          text.unicodeScalars.append(Unicode.Scalar(UInt8(ascii: "0") + (byte >> shift & 7)))
        }
      }
    }
    return text + "'"
  }

  /// Quotes a word for a POSIX shell, which doesn't interpret text between single quotes.
  private static func quoted(_ text: String, unlessPlain: Bool = false) -> String {
    let isPlain = !text.isEmpty && text.utf8.allSatisfy { $0 < 0x80 && Character(Unicode.Scalar($0)).isLetter }
    return unlessPlain && isPlain ? text : "'\(text.replacing("'", with: #"'\''"#))'"
  }
}
