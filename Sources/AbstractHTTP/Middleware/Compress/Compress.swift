import Foundation

extension Middleware {
  /// Compresses the bodies of requests (RFC 9110 §8.4), for servers that are known to decompress them.
  ///
  /// ```swift
  /// connection.use(.compress())                              // Content-Encoding: gzip
  /// connection.use(.compress(.deflate, atLeast: 10_000))
  /// ```
  ///
  /// It compresses data in memory, and files of at most 10 MB, once for the call, so that retries send the same bytes
  /// and signatures cover them. A body is sent as it is if it is shorter than the limit, a longer file, a stream or a
  /// multipart form with files, or doesn't become shorter, as images don't. The same applies if the request has
  /// trailers, a `Content-Encoding`, a `Content-Range`, or a digest of the body. Bodies of more than 64 KiB, and files, are compressed on a thread of the library's pool. Without
  /// zlib, which nearly every Linux system has, nothing is compressed.
  ///
  /// - Parameters:
  ///   - coding: The content coding. Defaults to `.gzip`.
  ///   - size: The length from which bodies are compressed, in bytes. Defaults to 1,024.
  public static func compress(_ coding: BodyCompression = .gzip, atLeast size: Int = 1_024) -> Middleware {
    let compressor = BodyCompressor(coding: coding, size: Int64(max(1, size)))
    return Middleware("compress(\(coding.rawValue))", slot: .compress, running: compressor.run)
  }
}

/// Compresses bodies that are long enough.
struct BodyCompressor: Sendable {
  /// The length in bytes up to which a body is compressed on the calling thread.
  static let shortLength = 65_536

  // NB: a digest is that of the bytes that are sent (RFC 9530 §2 and §3).
  private static let excluding = [
    "Content-Encoding", "Content-Range", "Content-Digest", "Repr-Digest", "Digest", "Content-MD5",
  ]

  let coding: BodyCompression
  let size: Int64

  func run(_ request: Request, _ next: Stage<Request, Response>) throws(ConnectionError) -> Step<Response> {
    guard let body = request.body, body.trailers == nil, mayCompress(body),
      !Self.excluding.contains(where: { request.headers.contains($0) })
    else { return try next.run(request) }
    if case .data(let data) = body.content, data.count <= Self.shortLength {
      return try next.run(compressed(request, body))
    }
    return .suspended(
      Rest { () async throws(ConnectionError) in
        let request = await withTaskExecutorPreference(ThreadPool.shared) { compressed(request, body) }
        if Task.isCancelled { throw ConnectionError(.cancelled, request: request) }
        return try await next.run(request).output
      }
    )
  }

  private func mayCompress(_ body: RequestBody) -> Bool {
    switch body.content {
    case .data(let data): Int64(data.count) >= size
    case .file: body.isReplayable
    case .segments: false
    }
  }

  /// Returns the request with the compressed body, or unchanged if that isn't shorter.
  private func compressed(_ request: Request, _ body: RequestBody) -> Request {
    guard let data = data(of: body), let compressed = coding.compressed(data) else { return request }
    var request = request
    request.body = RequestBody(compressed, contentType: body.contentType)
    request.headers["Content-Encoding"] = coding.rawValue
    request.headers["Content-Length"] = nil
    return request
  }

  /// Returns the bytes to compress. A file that can't be read is left to the transport, which reports the reason.
  private func data(of body: RequestBody) -> Data? {
    guard case .file(let url) = body.content else { return try? body.data() }
    guard (try? OpenFile.isRegular(url)) == true, let length = try? OpenFile(url).length,
      size...max(size, Int64(RequestBody.memoryLimit)) ~= length, let data = try? body.data(), data.count == length
    else { return nil }
    return data
  }
}
