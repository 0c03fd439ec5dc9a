public import AbstractHTTP
import Foundation

/// A connector that answers with what was recorded: record once against a real server, test without it for ever.
///
/// ```swift
/// connection.httpConnector = ReplayConnector(try HTTPArchive(contentsOf: file))
/// ```
///
/// A request is answered by the exchanges of the same method and URL, in the order in which they were recorded; the last
/// one answers all that follow. A value in a recorded URL that was masked as a secret fits any. A redirect that was followed
/// in the recording is followed in the replay, through the archive. It answers before ``start(_:progress:complete:)`` returns,
/// so that a pipeline over it is synchronous.
///
/// Fails with ``NotRecorded`` where nothing fits, and with the recorded `URLError` where the exchange had failed.
public final class ReplayConnector: HTTPConnector {
  private let connector: StubConnector
  private let archive: HTTPArchive
  private let played: Played

  /// Makes a connector of an archive.
  ///
  /// - Parameters:
  ///   - archive: What was recorded.
  ///   - isAnswering: Whether an exchange answers a request; by default whether it has its method and URL.
  public init(
    _ archive: HTTPArchive,
    matching isAnswering: @escaping @Sendable (_ entry: HTTPArchive.Entry, _ request: Request) -> Bool = {
      $0.answers($1)
    }
  ) {
    // What was cancelled, as the slower one of a hedge is, has no answer.
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
      // NB: optional by annotation, since making a code may fail on Linux and cannot on Apple's systems.
      let code: URLError.Code? = entry.errorCode.flatMap { URLError.Code(rawValue: $0) }
      throw URLError(code ?? .unknown)
    }
  }

  /// `true`: requests may have a timeout or a cache policy, which make no difference.
  public var takesRequestSettings: Bool { true }

  /// What it was sent, in order.
  public var requests: [Request] { connector.requests }

  /// The recorded exchanges that no request has asked for yet.
  public var unplayed: [HTTPArchive.Entry] {
    archive.entries.indices.filter { !played.contains($0) }.map { archive.entries[$0] }
  }

  /// Answers with what was recorded, before it returns.
  public func execute(request: Request, complete: @escaping @Sendable (Response?, (any Error)?) -> Void) {
    connector.execute(request: request, complete: complete)
  }

  /// Does nothing: there is never anything under way.
  public func cancel() {}

  /// Answers with what was recorded, before it returns.
  public func start(
    _ request: Request,
    progress: @escaping @Sendable (TransferProgress) -> Void,
    complete: @escaping @Sendable (Result<Response, any Error>) -> Void
  ) -> any HTTPExchange {
    connector.start(request, progress: progress, complete: complete)
  }
}

extension HTTPArchive {
  /// The later entries that a redirect which was followed may have led to.
  fileprivate func successors(of index: Int) -> [Int] {
    guard let target = entries[index].redirectTarget else { return [] }
    return entries.indices[(index + 1)...].filter { entries[$0].target == target }
  }
}

/// Which of the recorded exchanges have answered.
private final class Played: Sendable {
  private let indices = Locked<Set<Int>>([])

  /// The first that has not answered yet, else the last.
  func next(of fitting: [Int]) -> Int? {
    indices.withLock { played in
      guard let index = fitting.first(where: { !played.contains($0) }) ?? fitting.last else { return nil }
      played.insert(index)
      return index
    }
  }

  func contains(_ index: Int) -> Bool { indices.withLock { $0.contains(index) } }
}

/// A request that the archive has no answer to.
public struct NotRecorded: AbstractHTTPError {
  /// The request.
  public let request: Request
  /// The requests that were recorded.
  public let recorded: [Request]

  init(request: Request, archive: HTTPArchive) {
    self.request = request
    recorded = archive.entries.map(\.request)
  }

  /// What was asked for, and what was recorded.
  public var description: String {
    let known = recorded.prefix(20).map { "\($0)" }.joined(separator: ", ")
    return "\(request) was not recorded; recorded were: \(known)\(recorded.count > 20 ? ", …" : "")"
  }
}

extension HTTPArchive.Entry {
  /// Whether the exchange answers a request: one of the same method and URL, where a masked value of the query fits any.
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
  /// The address up to the query, and each of its parameters; without user and password, which are never recorded.
  fileprivate var parts: [Substring] {
    let text = absoluteString.prefix { $0 != "#" }
    let address = text.prefix { $0 != "?" }
    let start = address.range(of: "://")?.upperBound ?? address.startIndex
    let host = address[start...].prefix { $0 != "/" }
    let user = host.lastIndex(of: "@").map { address.index(after: $0) } ?? start
    return [address[..<start], address[user...]] + text.dropFirst(address.count + 1).split(separator: "&")
  }
}
