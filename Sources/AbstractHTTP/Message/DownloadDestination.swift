public import Foundation

/// Where to write the body of a response as it arrives, instead of keeping it in memory.
///
/// ```swift
/// struct GetMovie: ConnectionSpec {
///   typealias ResponseModel = URL
///   let url = "https://example.com/movies/1"
///   let destination: DownloadDestination? = .file(movies.appending(path: "1.mp4"), options: .removePreviousFile)
/// }
/// let file = try await Connection(GetMovie()).start().value      // …/1.mp4, whole
/// ```
///
/// The decompressed bytes are written to a hidden file in the same folder. Only the complete file gets the final name:
/// no partial file ever has it, and a file to be replaced stays until then. If the exchange ends earlier for any
/// reason, the hidden file is deleted, unless ``Options/resumable`` keeps it; newly created folders stay. After a
/// cancellation returns, no file gets its name. ``Response/file`` is the location of the body. In that case,
/// ``Response/data`` is empty, and so is a model created from it.
///
/// Only a response with a status of 200 to 299 is written, unless it can't have a body: `204`, `205`, and responses to
/// `HEAD`. An empty body creates an empty file. The body of any other response is ``Response/data``, with its first
/// megabyte at most. After redirects, only the last response counts. If a saved response is rejected by `validate` or a
/// listener, its file stays at `error.response?.file`.
///
/// If the file already exists, the folder is missing or not writable, or the URL isn't a file URL, the exchange fails
/// with `.invalidRequest` and `URLError.cannotCreateFile`. The error is `.fileIsDirectory` if a folder has the name,
/// `.cannotWriteToFile` if the disk is full, and `.cannotMoveFile` if the complete file can't get its name. The error's
/// description has the details.
///
/// ``DefaultHTTPConnector`` writes on the thread of the transport, which all transfers share on Linux. If another
/// connector leaves the body in memory, the pipeline writes it on the thread on which the connector answered. If it
/// streams the body, the pipeline writes it as it arrives, unless it resumes a part. If the program is killed, the hidden
/// file stays; its name ends in `.download`. A truncated compressed body is only detected by its framing, because
/// libcurl doesn't check the end of a gzip stream.
public struct DownloadDestination: Sendable, Hashable {
  /// Options for existing files and missing folders, and for failed downloads.
  public struct Options: OptionSet, Sendable, Hashable {
    /// The raw bits.
    public let rawValue: Int

    /// Creates options from raw bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Creates missing folders. Without this option, a missing folder is an error.
    public static let createIntermediateDirectories = Options(rawValue: 1)

    /// Replaces an existing file with the same name atomically, when the new file is complete. Without this option, an
    /// existing file is an error, and stays unchanged.
    public static let removePreviousFile = Options(rawValue: 2)

    /// Keeps the received bytes when a download fails or is cancelled, or the program ends, and resumes there the next
    /// time.
    ///
    /// Start the same spec again, in this program or the next. ``Middleware/retry(_:clock:)`` and `promise.retry(3)`
    /// also resume. There is nothing to store: the bytes are in `.NAME.part` beside the file, and `.NAME.part.json` has
    /// the address without its secrets, the validator, and the length. <doc:Downloads> has the rules.
    ///
    /// - A part is only joined to bytes of the same version of the file: the server must send a strong `ETag`, or a
    ///   `Last-Modified` that is at least a minute older than `Date`. Otherwise, the download works as it does without
    ///   this option.
    /// - Only a `GET` without a body resumes, and only if its headers name neither a range nor a condition.
    /// - A file that a closure chooses isn't known before the response, so ``choosing(options:_:)`` doesn't resume.
    /// - If another download is writing the part, in this process or another, this one writes to a separate file.
    ///
    /// ``Response/resumedFrom`` returns the offset at which a download resumed. ``DownloadDestination/partial(from:)``
    /// returns the received part, and ``DownloadDestination/discardPartial(from:)`` deletes it.
    public static let resumable = Options(rawValue: 4)
  }

  // NB: one reference, so that a request without a destination is eight bytes longer instead of fifty.
  private let place: Place

  /// Returns a destination with a file.
  ///
  /// - Parameters:
  ///   - url: The file's URL.
  ///   - options: The options. Defaults to none: folders aren't created, and files aren't replaced.
  public static func file(_ url: URL, options: Options = []) -> Self { Self(place: Place(.file(url), options)) }

  /// Returns a destination with a folder, in which the response names the file by its ``Response/suggestedFilename``.
  ///
  /// - Parameters:
  ///   - url: The folder's URL.
  ///   - options: The options. Defaults to none: folders aren't created, and files aren't replaced.
  public static func directory(_ url: URL, options: Options = []) -> Self {
    Self(place: Place(.directory(url), options))
  }

  /// Returns a destination with a closure that chooses the file from the response's head.
  ///
  /// ```swift
  /// let destination: DownloadDestination = .choosing(options: .createIntermediateDirectories) { head in
  ///   let folder = head.headers["Content-Type"] == "image/png" ? pictures : others
  ///   return folder.appending(path: head.suggestedFilename)
  /// }
  /// ```
  ///
  /// Each value is only equal to its copies.
  ///
  /// - Parameters:
  ///   - options: The options. Defaults to none: folders aren't created, and files aren't replaced.
  ///   - choose: Receives the status, the headers, and the address, and returns the file's URL. Called once for each
  ///     response that is written, on a thread of the library's pool, which it may block. Only this transfer is held
  ///     meanwhile. If it throws, the exchange fails with `.network`.
  public static func choosing(
    options: Options = [],
    _ choose: @escaping @Sendable (_ head: Response) throws -> URL
  ) -> Self {
    Self(place: Place(.chosen(Choice(choose)), options))
  }

  /// The options for existing files and missing folders, and for failed downloads.
  public var options: Options { place.options }

  /// Returns whether a response is written: its status indicates success, and it may have a body.
  func takes(_ statusCode: Int, of method: HTTPMethod) -> Bool {
    200..<300 ~= statusCode && statusCode != 204 && statusCode != 205 && method != .head
  }

  /// Whether the user's code chooses the file.
  var isChosen: Bool { if case .chosen = place.kind { true } else { false } }

  /// Returns the URL of the body for an address, unless the response's head names the file; `nil` if the user's code
  /// chooses it.
  func expectedURL(for address: URL?) -> URL? {
    isChosen ? nil : try? url(for: Response(url: address))
  }

  /// Returns the URL of the body for a response that was seen before. The name only counts in a folder.
  func url(named name: String, besides part: URL) -> URL {
    if case .file(let url) = place.kind { return url }
    let name = Filename.sanitized(name) ?? "download"
    return part.deletingLastPathComponent().appendingPathComponent(name, isDirectory: false)
  }

  /// Returns the URL of the body for a response's head.
  func url(for head: Response) throws -> URL {
    switch place.kind {
    case .file(let url): url
    case .directory(let url): url.appendingPathComponent(head.suggestedFilename, isDirectory: false)
    case .chosen(let choice): try choice.choose(head)
    }
  }
}

private final class Place: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case file(URL)
    case directory(URL)
    case chosen(Choice)
  }

  let kind: Kind
  let options: DownloadDestination.Options

  init(_ kind: Kind, _ options: DownloadDestination.Options) {
    self.kind = kind
    self.options = options
  }

  static func == (one: Place, other: Place) -> Bool { one.kind == other.kind && one.options == other.options }

  func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(options)
  }
}

/// A closure, compared by identity.
private final class Choice: Sendable, Hashable {
  let choose: @Sendable (Response) throws -> URL

  init(_ choose: @escaping @Sendable (Response) throws -> URL) { self.choose = choose }

  static func == (one: Choice, other: Choice) -> Bool { one === other }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
