public import Foundation

extension Response {
  /// The body, wherever it is: ``data``, or all of the ``file``, read into memory.
  ///
  /// Fails with the system's error if the file cannot be read.
  public func contents() throws -> Data {
    guard let file else { return data }
    return try Data(contentsOf: file)
  }

  /// The file that the body was written to.
  func savedFile() throws(MissingFile) -> URL {
    guard let file else { throw MissingFile(response: self) }
    return file
  }

  /// The name that the response suggests for a file of its body.
  ///
  /// It is that of the `Content-Disposition` (RFC 6266, with `filename*` as RFC 8187 says), else the last part of the
  /// ``url``'s path, else `download`; and safe in any folder: a single name without separators, control characters and
  /// marks that change the direction of the text, of 255 bytes at most, whose extension is kept, that begins and ends with
  /// neither a dot nor a space.
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

/// A file was asked for, and the body of the response is in memory: its request has no destination, or its status is none
/// that is written.
public struct MissingFile: AbstractHTTPError {
  /// The response.
  public let response: Response

  /// What is wrong, in words.
  public var description: String { "the body was not written to a file: \(response)" }
}

extension MissingFile {
  /// ``ErrorMessages/Key/unreadable``.
  public var message: ErrorMessages.Key { .unreadable }
}
