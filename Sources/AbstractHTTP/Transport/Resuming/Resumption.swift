import Foundation

/// The resumption of an earlier download: the fields of its request, and the file for its response.
///
/// It holds the locked part from its creation until ``leave()``.
final class Resumption: Sendable {
  private struct State: Sendable {
    var part: PartFile?
    var isLeft = false
  }

  /// The number of existing bytes, after which the requested range starts.
  let offset: Int64
  private let record: PartRecord?
  private let place: PartPlace
  private let url: URL
  private let destination: DownloadDestination
  private let state: Locked<State>

  /// Looks for the part of a request's download.
  ///
  /// - Returns: `nil` if the request isn't a `GET` for a whole file, doesn't allow resumption, or another download uses
  ///   the part.
  init?(_ request: Request) {
    guard let destination = request.destination, destination.options.contains(.resumable), Self.isWhole(request),
      let expected = destination.expectedURL(for: request.url), expected.isFileURL
    else { return nil }
    place = PartPlace(besides: expected)
    url = request.url
    self.destination = destination
    let part = PartFile(place)
    if part == nil, FileSystem.kind(of: place.part) != .none { return nil }
    let usable = part?.usable(for: PartRecord.address(of: request.url).text)
    record = usable?.record
    offset = usable?.size ?? 0
    state = Locked(State(part: part))
  }

  /// Adds the fields that request the rest, if there is a part, without a content coding.
  func ask(in headers: inout HTTPHeaders) {
    headers["Accept-Encoding"] = "identity"
    guard offset > 0, let record else { return }
    headers["Range"] = "bytes=\(offset)-"
    headers["If-Range"] = record.validator.text
  }

  /// Returns the start of the range that a request asks for; 0 if it asks for no range.
  func offset(asked headers: HTTPHeaders) -> Int64 {
    offset > 0 && headers["Range"] == "bytes=\(offset)-" ? offset : 0
  }

  /// Returns the file for a response's body; `nil` if the body goes to a file that isn't kept.
  ///
  /// - Throws: ``PartMismatch`` if the download has to start over, and `URLError` if the file can't be created.
  func file(for head: WireHead, from address: URL?, after offset: Int64) throws -> PartialFile? {
    let response = Response(statusCode: head.statusCode, headers: head.headers, url: address)
    let name = try destination.url(for: response).lastPathComponent
    let fresh = PartRecord(head, of: url, named: name)
    switch ResumeDecision(head, after: offset, of: record, fresh: fresh) {
    case .append(let total): return try goOn(total: total)
    case .whole: return try goOn(total: offset)
    case .begin(let record): return try begin(record)
    case .plain:
      dropPart()
      return nil
    case .again:
      dropPart()
      throw PartMismatch()
    case .refuse:
      throw URLError(.badServerResponse, "the server sent a range of the file that was not asked for")
    }
  }

  /// Releases the part and the final file, and keeps the bytes that arrived.
  func leave(after error: (any Error)? = nil) {
    let part = state.withLock { state in
      state.isLeft = true
      return state.part.take()
    }
    part?.leave()
    // A body that exceeds the limit would do so again.
    if (error as? URLError)?.code == .dataLengthExceedsMaximum { PartFile(place)?.remove() }
  }

  private func goOn(total: Int64) throws -> PartialFile {
    guard let record, let part = state.withLock({ $0.part }) else { throw PartMismatch() }
    let url = destination.url(named: record.filename, besides: place.part)
    try PartialFile.prepare(url, destination.options)
    guard part.goOn(record, after: offset, total: total) else {
      part.remove()
      throw PartMismatch()
    }
    return PartialFile(part, at: url, options: destination.options, resumedFrom: offset)
  }

  private func begin(_ record: PartRecord) throws -> PartialFile? {
    let url = destination.url(named: record.filename, besides: place.part)
    try PartialFile.prepare(url, destination.options)
    guard let part = lockedPart() else { return nil }
    guard part.begin(record) else {
      part.remove()
      return nil
    }
    return PartialFile(part, at: url, options: destination.options)
  }

  /// Returns the existing part, or a new one; `nil` if another download uses it, or it was released.
  private func lockedPart() -> PartFile? {
    let (present, isLeft) = state.withLock { ($0.part, $0.isLeft) }
    guard !isLeft, let part = present ?? PartFile(place, creating: true) else { return nil }
    let isTaken = state.withLock { state in
      if !state.isLeft { state.part = part }
      return !state.isLeft
    }
    if !isTaken { part.remove() }
    return isTaken ? part : nil
  }

  /// Deletes an unusable part.
  func dropPart() { state.withLock { $0.part.take() }?.remove() }

  /// Returns whether a request asks for a whole file, without its own ranges or conditions.
  private static func isWhole(_ request: Request) -> Bool {
    let conditions = ["Range", "If-Range", "If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since"]
    return request.httpMethod == .get && request.body == nil && !conditions.contains(where: request.headers.contains)
  }
}

/// The resumption that a pipeline has started for a request, for a connector that writes the file itself.
enum ResumptionKey: RequestContextKey { typealias Value = Resumption }

/// A response doesn't match the existing part, which is deleted. The download has to start over.
struct PartMismatch: AbstractHTTPError {
  var description: String { "the rest of the download does not go with what arrived before" }
}
