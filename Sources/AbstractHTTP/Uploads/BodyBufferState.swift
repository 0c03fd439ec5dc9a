import Foundation

/// The bytes of a body's stream that the sender hasn't taken: a pure state machine whose methods return actions to run
/// outside the lock.
struct BodyBufferState: Sendable {
  /// The number of unsent bytes at which the writer has to wait.
  static let limit = 65_536

  typealias Action = @Sendable () -> Void

  /// The result for the sender.
  enum Taken {
    /// The number of copied bytes; 0 at the end.
    case bytes(Int)
    /// No bytes are available yet. The sender will be called.
    case notYet
    case failed(any Error)
  }

  enum End: Sendable {
    case finished(HTTPHeaders?)
    case failed(any Error)
  }

  /// Small writes are joined up to this size.
  private static let joinLimit = 16_384

  // NB: separate pieces, because `Data` that grows at its end and shrinks at its start keeps all of its memory.
  private var pieces: [Data] = []
  /// The number of bytes of the first piece that were taken.
  private var taken = 0
  private var count = 0
  /// The number of bytes that are still to be dropped.
  private var toSkip: Int64 = 0
  private var ready: Action?
  private var isAwaited = false
  private var waiting: [(limit: Int, wake: Action)] = []
  private(set) var end: End?
  private(set) var isStopped = false

  /// Connects a sender, which takes the bytes at an offset.
  ///
  /// - Parameter ready: Called once bytes are available again.
  mutating func connect(skipping toSkip: Int64, ready: @escaping Action) {
    self.toSkip = toSkip
    self.ready = ready
    skip()
  }

  // MARK: The writer

  /// Appends bytes. If the stream has ended, they are ignored.
  ///
  /// - Returns: What to call.
  mutating func append(_ piece: Data) -> Action? {
    guard end == nil, !isStopped, !piece.isEmpty else { return nil }
    let joins = pieces.count > 1 && pieces[pieces.count - 1].count + piece.count <= Self.joinLimit
    if joins { pieces[pieces.count - 1].append(piece) } else { pieces.append(piece) }
    count += piece.count
    skip()
    return count > 0 ? takeReady() : nil
  }

  /// Adds a writer that waits until fewer bytes than a limit are unsent.
  ///
  /// - Returns: `false` if it doesn't need to wait.
  mutating func wait(for limit: Int, _ writer: @escaping Action) -> Bool {
    guard count >= limit, end == nil, !isStopped else { return false }
    waiting.append((limit, writer))
    return true
  }

  /// Ends the bytes.
  ///
  /// - Returns: What to call.
  mutating func finish(_ end: End) -> [Action] {
    guard self.end == nil else { return [] }
    self.end = end
    defer { waiting = [] }
    return waiting.map(\.wake) + (takeReady().map { [$0] } ?? [])
  }

  // MARK: The sender

  /// Copies bytes.
  ///
  /// - Returns: The result, and the writers to call.
  mutating func take(into buffer: UnsafeMutableRawBufferPointer) -> (Taken, writers: [Action]) {
    guard count > 0 else { return (takeEnd(), []) }
    var copied = 0
    while copied < buffer.count, let piece = pieces.first {
      let room = UnsafeMutableRawBufferPointer(rebasing: buffer[copied...])
      let length = piece.read(into: room, at: Int64(taken))
      copied += length
      drop(length)
    }
    guard !waiting.isEmpty else { return (.bytes(copied), []) }
    let woken = waiting.filter { count < $0.limit }
    waiting.removeAll { count < $0.limit }
    return (.bytes(copied), woken.map(\.wake))
  }

  /// Stops taking bytes.
  ///
  /// - Returns: What to call.
  mutating func stop() -> [Action] {
    guard !isStopped else { return [] }
    isStopped = true
    (pieces, taken, count, ready) = ([], 0, 0, nil)
    defer { waiting = [] }
    return waiting.map(\.wake)
  }

  private mutating func takeEnd() -> Taken {
    switch end {
    case _ where isStopped: return .failed(CancellationError())
    case .finished where toSkip > 0:
      return .failed(URLError(.requestBodyStreamExhausted, "a stream of the body cannot be begun again beyond its end"))
    case .finished: return .bytes(0)
    case .failed(let error): return .failed(error)
    case nil:
      isAwaited = true
      return .notYet
    }
  }

  private mutating func takeReady() -> Action? {
    defer { isAwaited = false }
    return isAwaited ? ready : nil
  }

  private mutating func skip() {
    while toSkip > 0, let piece = pieces.first {
      let length = Int(min(toSkip, Int64(piece.count - taken)))
      toSkip -= Int64(length)
      drop(length)
    }
  }

  /// Drops bytes of the first piece.
  private mutating func drop(_ length: Int) {
    taken += length
    count -= length
    guard let piece = pieces.first, taken == piece.count else { return }
    pieces.removeFirst()
    taken = 0
  }
}
