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
  /// One exchange.
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
    entries = try JSONDecoder().decode(HARFile.self, from: data).log.entries
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
