import Foundation

/// Parses the pieces of a stream into elements.
protocol StreamReading<Element> {
  associatedtype Element

  /// Adds the elements that a piece completes.
  mutating func append(_ piece: Data, to elements: inout [Element]) throws

  /// Adds the elements that the end of the stream completes.
  mutating func finish(_ elements: inout [Element]) throws
}

/// The elements that are read from a stream, in order.
///
/// Invalid input fails with `.parse` after the elements before it, and stops the transfer.
struct StreamElements<Reading: StreamReading> {
  private let stream: ResponseStream
  private var pieces: ResponseStream.AsyncIterator
  private var reading: Reading
  /// The elements that were read, with the next one last.
  private var elements: [Reading.Element] = []
  private var failure: ConnectionError?
  private var isEnded = false

  init(_ stream: ResponseStream, _ reading: Reading) {
    self.stream = stream
    self.reading = reading
    pieces = stream.makeAsyncIterator()
  }

  mutating func next(isolation actor: isolated (any Actor)?) async throws(ConnectionError) -> Reading.Element? {
    while elements.isEmpty {
      if let failure {
        stream.cancel()
        throw failure
      }
      guard !isEnded else { return nil }
      if let piece = try await pieces.next(isolation: actor) {
        read { reading, elements in try reading.append(piece, to: &elements) }
      } else {
        isEnded = true
        read { reading, elements in try reading.finish(&elements) }
      }
    }
    return elements.removeLast()
  }

  private mutating func read(_ body: (inout Reading, inout [Reading.Element]) throws -> Void) {
    do {
      try body(&reading, &elements)
    } catch {
      failure = ConnectionError(.parse, thrown: error).carrying(stream.head.request, stream.head)
    }
    elements.reverse()
  }
}
