import Foundation

/// A download that goes on where an earlier one ended: what it asks for, and where the answer goes.
///
/// It has the part, locked, from its creation until ``leave()``.
final class Resumption: Sendable {
  private struct State: Sendable {
    var part: PartFile?
    var isLeft = false
  }

  /// How many bytes are there, and how the range after them is asked for.
  let offset: Int64
  private let record: PartRecord?
  private let place: PartPlace
  private let url: URL
  private let destination: DownloadDestination
  private let state: Locked<State>

  /// Looks for the part of a request's download.
  ///
  /// - Returns: `nil` if the request isn't one for a whole file by `GET`, does not want to resume, or another download has
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

  /// The fields that ask for the rest, if there is a part, and for bytes that can be joined to others.
  func ask(in headers: inout HTTPHeaders) {
    headers["Accept-Encoding"] = "identity"
    guard offset > 0, let record else { return }
    headers["Range"] = "bytes=\(offset)-"
    headers["If-Range"] = record.validator.text
  }

  /// Where the range begins that a request asks for; 0 if it asks for none.
  func offset(asked headers: HTTPHeaders) -> Int64 {
    offset > 0 && headers["Range"] == "bytes=\(offset)-" ? offset : 0
  }

  /// The file that a response's body goes to; `nil` if it goes to one that is not kept.
  ///
  /// - Throws: ``PartMismatch`` if the download is to begin anew, and `URLError` if the file cannot be made.
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

  /// Lets go of the part, and of the file that it was to become, which keeps what arrived.
  func leave(after error: (any Error)? = nil) {
    let part = state.withLock { state in
      state.isLeft = true
      return state.part.take()
    }
    part?.leave()
    // What is too long once is too long the next time.
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

  /// The part that is there, or a new one; `nil` if another download has it, or it was left.
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

  /// Deletes the part, which is of no use.
  func dropPart() { state.withLock { $0.part.take() }?.remove() }

  /// Whether a request asks for all of a file, and leaves it to the library how.
  private static func isWhole(_ request: Request) -> Bool {
    let conditions = ["Range", "If-Range", "If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since"]
    return request.httpMethod == .get && request.body == nil && !conditions.contains(where: request.headers.contains)
  }
}

/// The resumption of a request that a pipeline has begun, for the connector that writes the file itself.
enum ResumptionKey: RequestContextKey { typealias Value = Resumption }

/// A response does not go with the part that is there, which is deleted: the download has to begin anew.
struct PartMismatch: AbstractHTTPError {
  var description: String { "the rest of the download does not go with what arrived before" }
}
