public import Foundation

/// A recording of exchanges in HAR 1.2, which other tools can read and write.
///
/// ```swift
/// let archive = try HTTPArchive(contentsOf: file)
/// archive.entries.map { "\($0.request) → \($0.response?.statusCode ?? 0)" }
/// ```
///
/// ``Middleware/record(into:clock:now:)`` writes it. The archives of browsers and proxies can also be read.
public struct HTTPArchive: Sendable, Hashable {
  /// An exchange with a server. A redirect that was followed is a separate entry, followed by that of its target.
  public struct Entry: Sendable, Hashable {
    /// The request. If its body was a file, the body isn't recorded.
    public var request: Request
    /// The response; `nil` if none arrived.
    public var response: Response?
    /// The `URLError.Code` of a failed exchange, as a number; `nil` if a response arrived, or the code isn't known.
    public var errorCode: Int?
    /// The time at which the exchange started.
    public var startedAt: Date
    /// The duration of the exchange.
    public var duration: Duration
    /// The HTTP version in the status line, such as `HTTP/1.1` and `HTTP/2`; `nil` if it isn't known.
    public var httpVersion: String?
    /// The duration of each phase; `nil` if it isn't known. If the entry is read from a file, ``TransferMetrics/total``
    /// is the ``duration``.
    public var metrics: TransferMetrics?
    /// Whether the response is a redirect that the connector followed, so the caller didn't see it.
    public var isRedirectFollowed = false

    /// The length of the request's body, if it wasn't recorded; -1 if it isn't known.
    var unrecordedBodySize: Int?

    /// Creates an entry.
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
      httpVersion = response?.protocolVersion
      metrics = response?.metrics
    }
  }

  /// The exchanges, in the order in which they started.
  public var entries: [Entry]

  /// Creates an archive from exchanges.
  public init(_ entries: [Entry] = []) { self.entries = entries }

  /// Creates an archive from the JSON of a HAR file. Entries of other protocols, such as `data:` and `wss:`, are
  /// skipped.
  ///
  /// - Throws: `DecodingError` if the data isn't HAR, or contains an invalid URL or body.
  public init(data: Data) throws {
    entries = try DecodingOptions().decode(HARFile.self, from: data).log.entries
      .filter { $0.request.url.lowercased().hasPrefix("http") }
      .map { try $0.entry() }
  }

  /// Creates an archive from a HAR file.
  ///
  /// - Throws: `CocoaError` if the file can't be read, or `DecodingError` if it isn't HAR.
  public init(contentsOf file: URL) throws { try self.init(data: Data(contentsOf: file)) }

  /// Returns the JSON of a HAR file, in a stable order, so that it can be kept under version control.
  public func data() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(HARFile(log: HARFile.Log(entries: entries.map(HARFile.Entry.init))))
  }

  /// Writes a HAR file atomically.
  ///
  /// - Throws: `CocoaError` if the file can't be written.
  public func write(to file: URL) throws { try data().write(to: file, options: .atomic) }
}

extension HTTPArchive.Entry {
  var isRedirect: Bool {
    guard let response, response.headers.contains("Location") else { return false }
    return [301, 302, 303, 307, 308].contains(response.statusCode)
  }

  /// The target of a followed redirect, without the fragment; `nil` for another response.
  package var redirectTarget: String? {
    guard isRedirectFollowed, let location = response?.headers.values(for: "Location").first else { return nil }
    guard let address = try? request.address else { return nil }
    guard let url = try? URL(http: URIReference(location).resolved(against: address)) else { return nil }
    return try? HTTPAddress(url.absoluteString).text
  }

  /// The address of the request, without the fragment.
  package var target: String? { try? request.address.text }
}
