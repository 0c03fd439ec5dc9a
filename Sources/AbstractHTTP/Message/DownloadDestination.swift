public import Foundation

/// Where the body of a response is written as it comes, in place of the memory.
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
/// The bytes go, decompressed, to a hidden file of their own in the same folder, which gets its name when all of them are
/// there: no half file ever stands under the final name, and a file that is to be replaced stays until then. Whatever ends
/// the exchange before deletes the hidden file, unless ``Options/resumable`` keeps it; folders that were made stay. After a
/// cancel has returned, no file gets its name. ``Response/file`` says where the body is; ``Response/data`` is empty then, and
/// whatever model is made of that.
///
/// Only a response of success is written, with a status of 200 to 299, and none that has no body by its nature: `204`, `205`
/// and what answers a `HEAD`. An empty body makes an empty file. The body of any other response is ``Response/data`` as ever,
/// its first megabyte at most. Of redirects only the last response counts. A response that is saved and then refused, by
/// `validate` or a listener, leaves its file where it is: at `error.response?.file`.
///
/// Fails with `.invalidRequest` and `URLError.cannotCreateFile` where there is a file already, the folder is missing or closed to
/// this program, or the URL is not a file's; with `.fileIsDirectory` where a folder has the name, `.cannotWriteToFile` where
/// the disk is full, `.cannotMoveFile` where the whole file cannot get its name; its description says which, in words.
///
/// ``DefaultHTTPConnector`` writes on the thread of the transport, which on Linux is that of all transfers; what other
/// connectors leave in memory, the pipeline writes where they answered. A program that dies leaves the hidden file, whose name
/// ends in `.download`. A compressed body that ends too early is noticed by its framing only: libcurl takes the end of a
/// gzip stream for granted.
public struct DownloadDestination: Sendable, Hashable {
  /// What may be done to what is there.
  public struct Options: OptionSet, Sendable, Hashable {
    /// The options as bits.
    public let rawValue: Int

    /// Makes options of bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Makes the folders that are missing. Otherwise a missing folder is an error.
    public static let createIntermediateDirectories = Options(rawValue: 1)

    /// Lets the new file take the place of one that has its name, in one step, once it is whole. Otherwise a file that is
    /// there is an error, and stays as it was.
    public static let removePreviousFile = Options(rawValue: 2)

    /// Keeps what arrived when a download fails, is cancelled, or the program ends, and goes on from there the next time.
    ///
    /// Start the same spec again, in this program or the next: ``Middleware/retry(_:clock:)`` and `promise.retry(3)` do so as
    /// well. There's nothing to store. The bytes are in `.NAME.part` beside the file, and `.NAME.part.json` has the address
    /// without its secrets, the validator and the length. <doc:Downloads> has the rules.
    ///
    /// - A part is joined only to bytes of the same version of the file: its server has to send a strong `ETag`, or a
    ///   `Last-Modified` that is at least a minute older than `Date`. Otherwise the download works as without this option.
    /// - Only a `GET` without a body resumes, and only if its headers name neither a range nor a condition.
    /// - A file that a closure chooses isn't known before the response, so ``choosing(options:_:)`` doesn't resume.
    /// - If another download is writing the part, in this process or another, this one writes a file of its own.
    ///
    /// ``Response/resumedFrom`` returns where a download went on. ``DownloadDestination/partial(from:)`` returns what there is
    /// of it, and ``DownloadDestination/discardPartial(from:)`` deletes that.
    public static let resumable = Options(rawValue: 4)
  }

  // NB: one reference, so that a request without a destination is eight bytes longer, and not fifty.
  private let place: Place

  /// Names the file.
  ///
  /// - Parameters:
  ///   - url: The file's URL.
  ///   - options: None by default: neither is a folder made nor a file replaced.
  public static func file(_ url: URL, options: Options = []) -> Self { Self(place: Place(.file(url), options)) }

  /// Names the folder, and lets the response name the file: by ``Response/suggestedFilename``.
  ///
  /// - Parameters:
  ///   - url: The folder's URL.
  ///   - options: None by default: neither is a folder made nor a file replaced.
  public static func directory(_ url: URL, options: Options = []) -> Self {
    Self(place: Place(.directory(url), options))
  }

  /// Lets a closure choose the file by the response's head.
  ///
  /// ```swift
  /// let destination: DownloadDestination = .choosing(options: .createIntermediateDirectories) { head in
  ///   let folder = head.headers["Content-Type"] == "image/png" ? pictures : others
  ///   return folder.appending(path: head.suggestedFilename)
  /// }
  /// ```
  ///
  /// Each is equal to its own copies only.
  ///
  /// - Parameters:
  ///   - options: None by default: neither is a folder made nor a file replaced.
  ///   - choose: Is shown the status, the headers and the address, and returns the file's URL. Called once for each response
  ///     that is written, on a thread of the library's pool, which may be blocked: the transfer is held meanwhile, and others
  ///     are not. What it throws fails the exchange with `.network`.
  public static func choosing(
    options: Options = [],
    _ choose: @escaping @Sendable (_ head: Response) throws -> URL
  ) -> Self {
    Self(place: Place(.chosen(Choice(choose)), options))
  }

  /// What may be done to what is there.
  public var options: Options { place.options }

  /// Whether a response is written: one of success that may have a body.
  func takes(_ statusCode: Int, of method: HTTPMethod) -> Bool {
    200..<300 ~= statusCode && statusCode != 204 && statusCode != 205 && method != .head
  }

  /// Whether the user's code names the file.
  var isChosen: Bool { if case .chosen = place.kind { true } else { false } }

  /// Where the body of a response goes that comes from an address, unless its head names the file; `nil` if the user's code
  /// does.
  func expectedURL(for address: URL?) -> URL? {
    isChosen ? nil : try? url(for: Response(url: address))
  }

  /// Where the body goes of a response that was seen before; the name counts only in a folder.
  func url(named name: String, besides part: URL) -> URL {
    if case .file(let url) = place.kind { return url }
    let name = Filename.sanitized(name) ?? "download"
    return part.deletingLastPathComponent().appendingPathComponent(name, isDirectory: false)
  }

  /// Where the body of a response goes.
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

/// A closure, known by its identity.
private final class Choice: Sendable, Hashable {
  let choose: @Sendable (Response) throws -> URL

  init(_ choose: @escaping @Sendable (Response) throws -> URL) { self.choose = choose }

  static func == (one: Choice, other: Choice) -> Bool { one === other }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
