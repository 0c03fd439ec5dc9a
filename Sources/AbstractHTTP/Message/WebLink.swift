public import Foundation

/// A link in a `Link` header field of a response (RFC 8288).
///
/// ```swift
/// // Link: </items?page=2>; rel="next", </items?page=9>; rel="last"
/// for link in response.links { print(link.target, link.relations) }
/// let next = response.link("next")                  // https://api.example.com/items?page=2
/// ```
public struct WebLink: Sendable, Hashable {
  /// The address as the server wrote it, which may be relative.
  public let target: String

  /// The parameters, without quotation marks and escapes, by their lowercase names. If a name occurs twice, the first
  /// value is used.
  public internal(set) var parameters: [String: String] = [:]

  /// The target's relations to the response, such as `next`: the values of `rel`.
  public var relations: [String] { parameters["rel"]?.split(whereSeparator: \.isWhitespace).map(String.init) ?? [] }

  /// Returns whether the target has a relation to the response. Case doesn't matter.
  ///
  /// - Parameter name: The relation, such as `next`.
  public func isRelation(_ name: String) -> Bool {
    // A link with an anchor belongs to another resource.
    parameters["anchor"] == nil && relations.contains { HTTPToken.isSame($0, name) }
  }
}

extension Response {
  /// The links of all `Link` fields, in order. Malformed links are left out.
  public var links: [WebLink] { headers.values(for: "Link").flatMap(WebLink.links) }

  /// Returns the URL of the first link with a relation, resolved against the URL of the response.
  ///
  /// - Parameter relation: The relation, such as `next`, `prev`, or `last`.
  /// - Returns: `nil` if there is no such link, or if its address isn't an `http` or `https` URL.
  public func link(_ relation: String) -> URL? {
    guard let link = links.first(where: { $0.isRelation(relation) }) else { return nil }
    guard let base = url ?? request?.url, let address = try? HTTPAddress(base.absoluteString) else {
      return try? URL(http: link.target)
    }
    return try? URL(http: URIReference(link.target).resolved(against: address))
  }
}

extension WebLink {
  /// Reads the value of one field (RFC 8288 §3 and appendix B.2).
  static func links(in field: String) -> [WebLink] {
    var scanner = FieldScanner(field)
    var links: [WebLink] = []
    while true {
      scanner.skip { FieldScanner.isSpace($0) || $0 == UInt8(ascii: ",") }
      guard scanner.take(UInt8(ascii: "<")) else { return links }
      var link = WebLink(target: scanner.text { $0 != UInt8(ascii: ">") })
      guard scanner.take(UInt8(ascii: ">")) else { return links }
      link.addParameters(from: &scanner)
      links.append(link)
    }
  }

  private mutating func addParameters(from scanner: inout FieldScanner) {
    scanner.skipSpaces()
    while scanner.take(UInt8(ascii: ";")) {
      scanner.skipSpaces()
      let name = scanner.text { !FieldScanner.isSpace($0) && !"=;,".utf8.contains($0) }.lowercased()
      scanner.skipSpaces()
      var value = ""
      if scanner.take(UInt8(ascii: "=")) {
        scanner.skipSpaces()
        let isQuoted = scanner.next == UInt8(ascii: "\"")
        value =
          isQuoted ? scanner.quoted() ?? "" : scanner.text { !FieldScanner.isSpace($0) && !";,".utf8.contains($0) }
      }
      if !name.isEmpty, parameters[name] == nil { parameters[name] = value }
      // Text between a value and the next separator is malformed.
      scanner.skip { !";,".utf8.contains($0) }
    }
  }
}
