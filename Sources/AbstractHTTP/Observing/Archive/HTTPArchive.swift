public import Foundation

/// Exchanges that were recorded, as tools read and write them: HAR 1.2.
///
/// ```swift
/// let archive = try HTTPArchive(contentsOf: file)
/// archive.entries.map { "\($0.request) → \($0.response?.statusCode ?? 0)" }
/// ```
///
/// It is written by ``Middleware/record(into:clock:now:)``; the archives of browsers and proxies can be read, too.
public struct HTTPArchive: Sendable, Hashable {
  /// One exchange with a server; a redirect that was followed is an entry by itself, and so is what followed it.
  public struct Entry: Sendable, Hashable {
    /// What was sent; its body, where it was a file, is not recorded.
    public var request: Request
    /// What came back; `nil` if nothing did.
    public var response: Response?
    /// Why nothing came back, as the number of a `URLError.Code`; `nil` if a response came or nobody knows.
    public var errorCode: Int?
    /// When it began.
    public var startedAt: Date
    /// How long it took.
    public var duration: Duration
    /// The version as the status line has it, such as `HTTP/1.1` and `HTTP/2`; `nil` if it is not known.
    public var httpVersion: String?
    /// Whether the response is a redirect that the connector followed by itself, so that the caller did not see it.
    public var isRedirectFollowed = false

    /// How long the request's body was, if it was not recorded; -1 if that is not known.
    var unrecordedBodySize: Int?

    /// Makes an entry.
    public init(
      request: Request,
      response: Response?,
      errorCode: Int? = nil,
      startedAt: Date = Date(timeIntervalSince1970: 0),
      duration: Duration = .zero
    ) {
      self.request = request
      self.response = response
      self.errorCode = errorCode
      self.startedAt = startedAt
      self.duration = duration
    }
  }

  /// The exchanges, in the order in which they began.
  public var entries: [Entry]

  /// Makes an archive of exchanges.
  public init(_ entries: [Entry] = []) { self.entries = entries }

  /// Reads the JSON of a HAR file. What was not exchanged by HTTP, such as `data:` and `wss:`, is left out.
  ///
  /// - Throws: `DecodingError` where it is not HAR, or has a URL or a body in it that cannot be read.
  public init(data: Data) throws {
    entries = try DecodingOptions().decode(HARFile.self, from: data).log.entries
      .filter { $0.request.url.lowercased().hasPrefix("http") }
      .map { try $0.entry() }
  }

  /// Reads a HAR file.
  ///
  /// - Throws: `CocoaError` where the file cannot be read, `DecodingError` where it is not HAR.
  public init(contentsOf file: URL) throws { try self.init(data: Data(contentsOf: file)) }

  /// The JSON of a HAR file, in a stable order, to be kept under version control.
  public func data() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(HARFile(log: HARFile.Log(entries: entries.map(HARFile.Entry.init))))
  }

  /// Writes a HAR file, whole or not at all.
  ///
  /// - Throws: `CocoaError` where it cannot be written.
  public func write(to file: URL) throws { try data().write(to: file, options: .atomic) }
}

extension HTTPArchive.Entry {
  var isRedirect: Bool {
    guard let response, response.headers.contains("Location") else { return false }
    return [301, 302, 303, 307, 308].contains(response.statusCode)
  }

  /// Where a redirect that was followed led, without the fragment; `nil` for another response.
  package var redirectTarget: String? {
    guard isRedirectFollowed, let location = response?.headers.values(for: "Location").first else { return nil }
    guard let address = try? request.address else { return nil }
    guard let url = try? URL(http: URIReference(location).resolved(against: address)) else { return nil }
    return try? HTTPAddress(url.absoluteString).text
  }

  /// The address that was sent, without the fragment.
  package var target: String? { try? request.address.text }
}
