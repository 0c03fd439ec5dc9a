import Foundation

/// The bytes that a stream of a body gave and the sender hasn't taken: a pure state machine, whose methods return what to do once its lock
/// is left.
struct BodyBufferState: Sendable {
  /// How many bytes may be unsent before the writer is to wait.
  static let limit = 65_536

  typealias Action = @Sendable () -> Void

  /// What there is for the sender.
  enum Taken {
    /// So many bytes were copied; 0 at the end.
    case bytes(Int)
    /// Nothing yet: it will be called.
    case notYet
    case failed(any Error)
  }

  enum End: Sendable {
    case finished(HTTPHeaders?)
    case failed(any Error)
  }

  /// Small writes are joined up to this size.
  private static let joinLimit = 16_384

  // NB: pieces, since `Data` that is appended to at its end and cut at its start keeps all that it ever held.
  private var pieces: [Data] = []
  /// How many bytes of the first piece were taken.
  private var taken = 0
  private var count = 0
  /// How many bytes are still to be dropped.
  private var toSkip: Int64 = 0
  private var ready: Action?
  private var isAwaited = false
  private var waiting: [(limit: Int, wake: Action)] = []
  private(set) var end: End?
  private(set) var isStopped = false

  /// Gives the bytes to a sender, from an offset on.
  ///
  /// - Parameter ready: Called once there is something again, after nothing was there.
  mutating func connect(skipping toSkip: Int64, ready: @escaping Action) {
    self.toSkip = toSkip
    self.ready = ready
    skip()
  }

  // MARK: Whoever writes

  /// Takes bytes; of an ended stream, it takes no notice of them.
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

  /// Lets a writer wait until fewer bytes than a limit are unsent.
  ///
  /// - Returns: `false` if it need not wait.
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

  /// Takes no more.
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
