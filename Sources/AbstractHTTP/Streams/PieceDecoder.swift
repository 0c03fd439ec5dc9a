import Foundation

/// Decodes the pieces of a stream for its reader.
protocol PieceDecoder: AnyObject {
  /// Takes the next piece, after the previous one has been decoded completely.
  func take(_ piece: Data)

  /// Decodes a part of the piece.
  ///
  /// - Returns: `nil` if there is no more.
  func next() throws -> Data?

  /// Checks that the stream ended at a valid position.
  func end() throws
}

/// The decoded and transformed pieces of a stream, which its iterator reads.
struct StreamPieces {
  private let source: StreamSource
  private var decoder: (any PieceDecoder)?
  private var hasBegun = false

  init(_ source: StreamSource) { self.source = source }

  /// The next piece; `nil` at the end.
  ///
  /// - Throws: The error of the transfer or of a transform, unchanged, and `URLError` if a piece can't be decoded.
  mutating func next(isolation actor: isolated (any Actor)?) async throws -> Data? {
    try begin()
    while true {
      if let decoded = try decoder?.next() {
        if let piece = try changed(decoded) { return piece }
        continue
      }
      guard let received = try await received(actor) else {
        try decoder?.end()
        return nil
      }
      if let decoder { decoder.take(received) } else if let piece = try changed(received) { return piece }
    }
  }

  private mutating func begin() throws {
    guard !hasBegun else { return }
    hasBegun = true
    decoder = try source.decoder?()
  }

  private func received(_ actor: isolated (any Actor)?) async throws -> Data? {
    let buffer = source.buffer
    return try await withTaskCancellationHandler {
      await buffer.next(isolation: actor)
    } onCancel: {
      buffer.cancel()
    }.get()
  }

  private func changed(_ piece: Data) throws -> Data? {
    guard let transform = source.transform else { return piece }
    do {
      let changed = try transform(piece)
      return changed.isEmpty ? nil : changed
    } catch {
      throw ConnectionError(.parse, thrown: error)
    }
  }
}
