import Foundation

/// Keeps the exchanges of the connections that are recorded into it.
///
/// ```swift
/// let recorder = HTTPArchiveRecorder()
/// connection.use(.record(into: recorder))
/// print(try await connection.start().value)
/// try recorder.archive.write(to: file)
/// ```
///
/// What sounds like a secret is masked before it is kept: in headers, cookies, URLs, forms and JSON. What is sent from files and in
/// multipart forms is not kept, and what was downloaded to a file only up to 10 MB. Safe from any thread.
public final class HTTPArchiveRecorder: Sendable {
  private struct State {
    var entries: [Int: [HTTPArchive.Entry]] = [:]
    var sizes: [Int: Int] = [:]
    var oldest = 0
    var next = 0
    var bytes = 0
  }

  private let names: SecretNames
  private let byteLimit: Int
  private let state = Locked(State())

  /// Makes a recorder.
  ///
  /// - Parameters:
  ///   - names: Further names of headers, parameters and JSON members whose values are masked.
  ///   - byteLimit: How many bytes of bodies are kept, 64 MiB by default; beyond them the oldest exchanges are dropped.
  public init(masking names: [String] = [], byteLimit: Int = 64 << 20) {
    self.names = SecretNames(names)
    self.byteLimit = max(byteLimit, 0)
  }

  /// The exchanges so far that are over, in the order in which they began, the redirects of each before its response.
  public var archive: HTTPArchive {
    HTTPArchive(state.withLock { $0.entries }.sorted { $0.key < $1.key }.flatMap(\.value))
  }

  /// How many exchanges were dropped because there was no more room.
  public var droppedCount: Int { state.withLock { $0.oldest } }

  func began() -> Int {
    state.withLock { state in
      state.next += 1
      return state.next - 1
    }
  }

  func ended(_ number: Int, _ entries: [HTTPArchive.Entry]) {
    let masked = entries.map { $0.masked(names) }
    let size = masked.reduce(0) { $0 + $1.size }
    // NB: what is dropped is released out of the lock.
    _ = state.withLock { state in
      var dropped: [[HTTPArchive.Entry]] = []
      guard number >= state.oldest else { return dropped }
      state.entries[number] = masked
      state.sizes[number] = size
      state.bytes += size
      while state.bytes > byteLimit, state.oldest < state.next {
        if let entries = state.entries.removeValue(forKey: state.oldest) { dropped.append(entries) }
        state.bytes -= state.sizes.removeValue(forKey: state.oldest) ?? 0
        state.oldest += 1
      }
      return dropped
    }
  }
}

extension HTTPArchive.Entry {
  /// What the entry weighs: its bodies, and a share for the rest.
  fileprivate var size: Int {
    var size = 1_000 + (response?.data.count ?? 0)
    if case .data(let data) = request.body?.content { size += data.count }
    return size
  }

  fileprivate func masked(_ names: SecretNames) -> Self {
    let names = names.including(request.confidentialNames)
    var entry = self
    entry.request = Request(
      url: URL(string: Redaction.text(of: request.url, names)) ?? request.url,
      httpMethod: request.httpMethod,
      headers: Redaction.archived(request.headers, names),
      body: request.maskedBody(names)
    )
    if let body = request.body, entry.request.body == nil { entry.unrecordedBodySize = body.recordedLength }
    entry.response = response.map { response in
      Response(
        statusCode: response.statusCode,
        headers: Redaction.archived(response.headers, names),
        data: Redaction.data(of: response.data, type: response.headers["Content-Type"], names),
        url: response.url.flatMap { URL(string: Redaction.text(of: $0, names)) }
      )
    }
    return entry
  }
}

extension Request {
  fileprivate func maskedBody(_ names: SecretNames) -> RequestBody? {
    guard let body, case .data(let data) = body.content else { return nil }
    let type = headers["Content-Type"] ?? body.contentType
    if type?.lowercased().hasPrefix("multipart/") == true { return nil }
    return RequestBody(Redaction.data(of: data, type: type, names), contentType: body.contentType)
  }
}

extension RequestBody {
  /// How long the body is; -1 for a file, which may have changed.
  fileprivate var recordedLength: Int { length.flatMap { Int(exactly: $0) } ?? -1 }
}
