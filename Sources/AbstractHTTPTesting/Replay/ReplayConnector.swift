public import AbstractHTTP
import Foundation

/// A connector that answers from a recording: record once against a real server, and test without it.
///
/// ```swift
/// connection.httpConnector = ReplayConnector(try HTTPArchive(contentsOf: file))
/// ```
///
/// A request is answered by the exchanges with the same method and URL, in the order in which they were recorded; the
/// last one answers all further requests. A masked secret in a recorded URL matches any value. A redirect that was
/// followed in the recording is also followed in the replay, within the archive. The connector answers before
/// ``start(_:progress:complete:)`` returns, so a pipeline over it is synchronous.
///
/// Fails with ``NotRecorded`` if no exchange matches, and with the recorded `URLError` if the exchange failed.
public final class ReplayConnector: HTTPConnector {
  private let connector: StubConnector
  private let archive: HTTPArchive
  private let played: Played

  /// Creates a connector from an archive.
  ///
  /// - Parameters:
  ///   - archive: The recorded exchanges.
  ///   - isAnswering: Returns whether an exchange answers a request. Defaults to comparing method and URL.
  public init(
    _ archive: HTTPArchive,
    matching isAnswering: @escaping @Sendable (_ entry: HTTPArchive.Entry, _ request: Request) -> Bool = {
      $0.answers($1)
    }
  ) {
    // A cancelled exchange, such as the slower attempt of a hedge, has no response.
    let archive = HTTPArchive(archive.entries.filter { $0.errorCode != URLError.Code.cancelled.rawValue })
    let played = Played()
    self.archive = archive
    self.played = played
    connector = StubConnector { request in
      let fitting = archive.entries.indices.filter { isAnswering(archive.entries[$0], request) }
      guard var index = played.next(of: fitting) else { throw NotRecorded(request: request, archive: archive) }
      while let next = played.next(of: archive.successors(of: index)) { index = next }
      let entry = archive.entries[index]
      if let response = entry.response { return response }
      // NB: optional by annotation, because creating a code may fail on Linux, but not on Apple's systems.
      let code: URLError.Code? = entry.errorCode.flatMap { URLError.Code(rawValue: $0) }
      throw URLError(code ?? .unknown)
    }
  }

  /// Always `true`: requests may have a timeout or a cache policy, which are ignored.
  public var takesRequestSettings: Bool { true }

  /// All capabilities. Options make no difference to the answers.
  public var capabilities: ConnectorCapabilities { .all }

  /// The requests that it received, in order.
  public var requests: [Request] { connector.requests }

  /// The recorded exchanges that haven't been requested yet.
  public var unplayed: [HTTPArchive.Entry] {
    archive.entries.indices.filter { !played.contains($0) }.map { archive.entries[$0] }
  }

  /// Answers from the recording, before this method returns.
  public func execute(request: Request, complete: @escaping @Sendable (Response?, (any Error)?) -> Void) {
    connector.execute(request: request, complete: complete)
  }

  /// Does nothing, because no exchange is ever in progress.
  public func cancel() {}

  /// Answers from the recording, before this method returns.
  public func start(
    _ request: Request,
    progress: @escaping @Sendable (TransferProgress) -> Void,
    complete: @escaping @Sendable (Result<Response, any Error>) -> Void
  ) -> any HTTPExchange {
    connector.start(request, progress: progress, complete: complete)
  }
}

extension HTTPArchive {
  /// Returns the later entries to which a followed redirect may have led.
  fileprivate func successors(of index: Int) -> [Int] {
    guard let target = entries[index].redirectTarget else { return [] }
    return entries.indices[(index + 1)...].filter { entries[$0].target == target }
  }
}

/// Records which exchanges have answered.
private final class Played: Sendable {
  private let indices = Locked<Set<Int>>([])

  /// Returns the first exchange that hasn't answered yet, otherwise the last.
  func next(of fitting: [Int]) -> Int? {
    indices.withLock { played in
      guard let index = fitting.first(where: { !played.contains($0) }) ?? fitting.last else { return nil }
      played.insert(index)
      return index
    }
  }

  func contains(_ index: Int) -> Bool { indices.withLock { $0.contains(index) } }
}

/// The error of a request that the archive can't answer.
public struct NotRecorded: AbstractHTTPError {
  /// The request.
  public let request: Request
  /// The recorded requests.
  public let recorded: [Request]

  init(request: Request, archive: HTTPArchive) {
    self.request = request
    recorded = archive.entries.map(\.request)
  }

  /// The request, and the recorded requests.
  public var description: String {
    let known = recorded.prefix(20).map { "\($0)" }.joined(separator: ", ")
    return "\(request) was not recorded; recorded were: \(known)\(recorded.count > 20 ? ", …" : "")"
  }
}

extension HTTPArchive.Entry {
  /// Returns whether the exchange has the method and URL of a request, in which a masked value of the query matches
  /// any.
  public func answers(_ request: Request) -> Bool {
    guard self.request.httpMethod == request.httpMethod else { return false }
    let (mine, others) = (self.request.url.parts, request.url.parts)
    return mine.count == others.count
      && zip(mine, others).allSatisfy { mine, other in
        guard mine.hasSuffix("=***") else { return mine == other }
        return other.hasPrefix(mine.dropLast(3))
      }
  }
}

extension URL {
  /// The address up to the query, and each of its parameters, without user and password, which are never recorded.
  fileprivate var parts: [Substring] {
    let text = absoluteString.prefix { $0 != "#" }
    let address = text.prefix { $0 != "?" }
    let start = address.range(of: "://")?.upperBound ?? address.startIndex
    let host = address[start...].prefix { $0 != "/" }
    let user = host.lastIndex(of: "@").map { address.index(after: $0) } ?? start
    return [address[..<start], address[user...]] + text.dropFirst(address.count + 1).split(separator: "&")
  }
}
