import Foundation

/// Records the exchanges of connections.
///
/// ```swift
/// let recorder = HTTPArchiveRecorder()
/// connection.use(.record(into: recorder))
/// print(try await connection.start().value)
/// try recorder.archive.write(to: file)
/// ```
///
/// Secret-looking values are masked before they are recorded: in headers, cookies, URLs, forms, and JSON. Bodies that
/// are sent from files, multipart forms, and bodies with a `Content-Encoding` aren't recorded, and bodies that are
/// downloaded to a file only up to 10 MB. All members may be used from any thread.
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

  /// Creates a recorder.
  ///
  /// - Parameters:
  ///   - names: Additional names of headers, parameters, and JSON members whose values are masked.
  ///   - byteLimit: How many bytes of bodies are kept. Defaults to 64 MiB. Beyond the limit, the oldest exchanges are
  ///     dropped.
  public init(masking names: [String] = [], byteLimit: Int = 64 << 20) {
    self.names = SecretNames(names)
    self.byteLimit = max(byteLimit, 0)
  }

  /// The exchanges that have ended, in the order in which they started. Redirects precede the response that they led
  /// to.
  public var archive: HTTPArchive {
    HTTPArchive(state.withLock { $0.entries }.sorted { $0.key < $1.key }.flatMap(\.value))
  }

  /// The number of exchanges that were dropped because of the limit.
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
    // NB: dropped exchanges are released outside the lock.
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
  /// The size of the entry: its bodies, and an estimate for the rest.
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
      var masked = Response(
        statusCode: response.statusCode,
        headers: Redaction.archived(response.headers, names),
        data: Redaction.data(of: response.data, type: response.headers["Content-Type"], names),
        url: response.url.flatMap { URL(string: Redaction.text(of: $0, names)) }
      )
      masked.protocolVersion = response.protocolVersion
      return masked
    }
    return entry
  }
}

extension Request {
  fileprivate func maskedBody(_ names: SecretNames) -> RequestBody? {
    guard let body, case .data(let data) = body.content else { return nil }
    let type = headers["Content-Type"] ?? body.contentType
    // Neither can be read for secrets.
    if type?.lowercased().hasPrefix("multipart/") == true || headers.contains("Content-Encoding") { return nil }
    return RequestBody(Redaction.data(of: data, type: type, names), contentType: body.contentType)
  }
}

extension RequestBody {
  /// The length of the body; -1 for a file, which may have changed.
  fileprivate var recordedLength: Int { length.flatMap { Int(exactly: $0) } ?? -1 }
}
