import Foundation

extension MultipartFormData {
  /// Creates the body, with its `Content-Type`. Text and data are in memory, and files and streams are read later.
  ///
  /// Its length is known, so a `Content-Length` is sent and no chunks, unless a part is a stream of unknown length. Files are looked
  /// at here, and once more when they are sent. A form of fields alone, up to ``RequestBody/memoryLimit``, is one piece of data.
  ///
  /// In names, `"`, CR, and LF are written as `%22`, `%0D`, and `%0A`, and everything else as plain UTF-8. This isn't
  /// RFC 7578's encoding but WHATWG's (HTML, *multipart/form-data encoding algorithm*), which browsers send and servers
  /// read.
  ///
  /// A random boundary has 128 random bits, and is drawn again if it occurs in text or data. Files and streams aren't
  /// searched for it: the probability that they contain it is below 1 in 2^100, however long they are. A custom
  /// boundary is also searched for in files; streams can't be searched.
  ///
  /// - Throws: ``InvalidMultipart``, or a `URLError` for a file that can't be read. In a spec's `content()`, both fail
  ///   the connection with `.invalidRequest`.
  public func content() throws -> RequestBody { try content(drawing: Self.randomBoundary) }

  func content(drawing draw: () -> String) throws -> RequestBody {
    let boundary = try usableBoundary(drawing: draw)
    var body = SegmentList()
    for part in parts {
      body.append("--\(boundary)\r\n\(try part.head())\r\n\r\n")
      body.append(try part.segment())
      body.append("\r\n")
      guard body.length != .invalid else { throw InvalidMultipart.length(part: part.name) }
    }
    body.append("--\(boundary)--\r\n")
    return body.requestBody(contentType: "multipart/form-data; boundary=\(Self.parameter(boundary))")
  }

  private func usableBoundary(drawing draw: () -> String) throws -> String {
    if let boundary {
      guard Self.isBoundary(boundary) else { throw InvalidMultipart.boundary(boundary) }
      if let part = try part(with: boundary) ?? fileWith(boundary) {
        throw InvalidMultipart.boundaryOccurs(part: part.name)
      }
      return boundary
    }
    var drawn = draw()
    while part(with: drawn) != nil { drawn = draw() }
    return drawn
  }

  /// Returns the first part whose data contains a line that would end it. For safety, the match may be anywhere in a
  /// line.
  private func part(with boundary: String) -> Part? {
    let delimiter = Delimiter("--\(boundary)")
    return parts.first { part in
      if case .data(let data) = part.content { delimiter.occurs(in: data) } else { false }
    }
  }

  /// Returns the first part whose file contains a line that would end it.
  private func fileWith(_ boundary: String) throws -> Part? {
    let delimiter = Delimiter("--\(boundary)")
    return try parts.first { part in
      guard case .file(let url) = part.content, try OpenFile.isRegular(url) else { return false }
      return try delimiter.occurs(in: OpenFile(url))
    }
  }

  private static func randomBoundary() -> String {
    // The length is constant, so that the body's is as well.
    let (high, low) = (UInt64.random(in: 0 ... .max), UInt64.random(in: 0 ... .max))
    return "AbstractHTTP-" + String(format: "%016llx%016llx", high, low)
  }

  /// Returns whether the text is a valid boundary (RFC 2046 §5.1.1).
  private static func isBoundary(_ text: String) -> Bool {
    (1...70).contains(text.utf8.count) && text.last != " "
      && text.utf8.allSatisfy { isAlphanumeric($0) || "'()+_,-./:=? ".utf8.contains($0) }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default:
      false
    }
  }

  private static func parameter(_ boundary: String) -> String {
    HTTPToken.isToken(boundary) ? boundary : "\"\(boundary)\""
  }
}

extension MultipartFormData.Part {
  /// Returns the headers, without the empty line after them.
  fileprivate func head() throws(InvalidMultipart) -> String {
    var head = "Content-Disposition: form-data; name=\"\(Self.escaped(name))\""
    if let fileName { head += "; filename=\"\(Self.escaped(fileName))\"" }
    if let mimeType { head += try line("Content-Type", mimeType) }
    for field in headers {
      let isOurs = HTTPToken.isSame(field.name, "Content-Disposition") || HTTPToken.isSame(field.name, "Content-Type")
      guard !isOurs, HTTPToken.isToken(field.name) else { throw .headerName(field.name, part: name) }
      head += try line(field.name, field.value)
    }
    return head
  }

  private func line(_ header: String, _ value: String) throws(InvalidMultipart) -> String {
    guard !value.isEmpty, HTTPToken.isFieldValue(value) else { throw .headerValue(name: header, part: name) }
    return "\r\n\(header): \(value)"
  }

  fileprivate func segment() throws -> BodySegment {
    switch content {
    case .data(let data): return .data(data)
    case .stream(let stream): return .stream(stream)
    case .file(let url):
      guard url.isFileURL, try OpenFile.isRegular(url) else { throw InvalidMultipart.notFile(url, part: name) }
      return .file(url, range: 0..<(try OpenFile(url).length))
    }
  }

  private static func escaped(_ text: String) -> String {
    PercentEncoding.encode(text) { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }
  }
}
