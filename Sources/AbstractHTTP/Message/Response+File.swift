public import Foundation

extension Response {
  /// Returns the body: ``data``, or the whole ``file``, read into memory.
  ///
  /// Throws the system's error if the file can't be read.
  public func contents() throws -> Data {
    guard let file else { return data }
    return try Data(contentsOf: file)
  }

  /// Returns the file that the body was written to.
  func savedFile() throws(MissingFile) -> URL {
    guard let file else { throw MissingFile(response: self) }
    return file
  }

  /// The file name that the response suggests for its body.
  ///
  /// It comes from `Content-Disposition` (RFC 6266, and RFC 8187 for `filename*`), otherwise from the last part of the
  /// ``url``'s path, and otherwise is `download`. It is safe in any folder: a single name of at most 255 bytes, which
  /// keeps its extension, without separators, control characters, and marks that change the direction of the text, and
  /// without a dot or a space at either end.
  ///
  /// ```swift
  /// Response(headers: ["Content-Disposition": #"attachment; filename="../a.txt""#]).suggestedFilename    // a.txt
  /// ```
  public var suggestedFilename: String {
    let disposition = headers.values(for: "Content-Disposition").first
    return disposition.flatMap(ContentDisposition.filename).flatMap(Filename.sanitized)
      ?? url.flatMap { Filename.sanitized($0.lastPathComponent) }
      ?? "download"
  }
}

/// The error of a request for a file when the body of the response is in memory, because its request has no
/// destination, or its status is one that isn't written.
public struct MissingFile: AbstractHTTPError {
  /// The response without a file.
  public let response: Response

  /// A description of the error.
  public var description: String { "the body was not written to a file: \(response)" }
}

extension MissingFile {
  /// The key of the sentence for the user, ``ErrorMessages/Key/unreadable``.
  public var message: ErrorMessages.Key { .unreadable }
}
