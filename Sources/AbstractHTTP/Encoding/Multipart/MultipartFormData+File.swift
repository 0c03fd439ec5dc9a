public import Foundation

extension MultipartFormData {
  /// Writes the form to a file, and returns the body that sends it: to send a form again and again, or by a program that comes later.
  ///
  /// ```swift
  /// request.body = try await form.write(to: folder.appending(path: "upload.form"))
  /// ```
  ///
  /// The file gets its name when it's whole. Nothing of it is held in memory. The body's `Content-Type` names the boundary that the
  /// file was written with.
  ///
  /// - Parameter file: The URL to write to. If there is a file already, this fails with `URLError.cannotCreateFile`.
  /// - Throws: ``InvalidMultipart``; a `URLError` for a file that can't be read or written; the error of a stream.
  public func write(to file: URL) async throws -> RequestBody {
    let body = try content()
    // NB: the disk may have to be waited for, which a thread of Swift's own pool must not.
    try await withTaskExecutorPreference(ThreadPool.shared) {
      let partial = try PartialFile(at: file, options: [])
      for try await piece in body.pieces { try piece.withUnsafeBytes { try partial.write($0) } }
      try partial.finish()
    }
    return RequestBody(file: file, contentType: body.contentType)
  }
}
