import Foundation

/// The state of a stream from a sender to one reader: a pure state machine whose methods return actions to run outside
/// the lock.
///
/// Buffered bytes form a single piece, because the boundaries of HTTP's chunks and frames have no meaning. If there is
/// no room, the sender is held until the reader takes the piece.
struct StreamState: Sendable {
  /// The number of buffered bytes at which the sender is held.
  static let highMark = 262_144

  typealias Piece = Result<Data?, any Error>
  typealias Trailers = Result<HTTPHeaders?, any Error>
  typealias Reader = UnsafeContinuation<Piece, Never>
  typealias Action = @Sendable () -> Void

  /// The immediate result for a reader.
  enum Taken {
    case piece(Piece, released: [Action])
    /// The reader has to wait.
    case nothing
    /// Another reader is already waiting.
    case isTaken
  }

  /// The actions to run when the stream ends.
  struct Ending: Sendable {
    let reader: Reader?
    let piece: Piece
    var actions: [Action]
    /// Closures that are only released outside the lock.
    var unused: [Action] = []
  }

  private var waiting = Data()
  private var reader: Reader?
  /// Resumes a sender that can't wait, if it is held.
  private var room: Action?
  private var isHeld = false
  /// Resumes waiting senders.
  private var waitingSenders: [Action] = []
  private var isClaimed = false
  private var endActions: [Action] = []
  private var stopActions: [Action] = []
  private(set) var wasStopped = false
  /// How the stream ended; `nil` while it flows.
  private(set) var outcome: Trailers?
  /// The number of bytes received.
  private(set) var count: Int64 = 0

  var isOpen: Bool { outcome == nil }

  /// - Parameters:
  ///   - room: Called once there is room again after bytes were rejected.
  ///   - stop: Stops the sender.
  init(room: Action?, stop: Action?) {
    self.room = room
    stopActions = stop.map { [$0] } ?? []
  }

  /// Appends bytes from the sender. If the stream has ended, they are ignored.
  ///
  /// - Parameter isForced: Whether to append the bytes even if there is no room.
  /// - Returns: The reader to resume with the bytes, and whether they were appended.
  mutating func append(_ bytes: UnsafeRawBufferPointer, isForced: Bool) -> (isTaken: Bool, reader: Reader?) {
    guard isOpen, !bytes.isEmpty else { return (true, nil) }
    let isFull = reader == nil && !waiting.isEmpty && waiting.count + bytes.count > Self.highMark
    if isFull {
      isHeld = true
      guard isForced else { return (false, nil) }
    }
    count += Int64(bytes.count)
    if let reader = reader.take() { return (true, reader) }
    waiting.append(contentsOf: bytes)
    return (true, nil)
  }

  /// Whether a sender that appends by force has to wait.
  var isFull: Bool { isHeld }

  /// Adds a sender that waits for room.
  ///
  /// - Returns: `false` if it doesn't need to wait.
  mutating func wait(sender: @escaping Action) -> Bool {
    guard isOpen, !waiting.isEmpty else { return false }
    waitingSenders.append(sender)
    return true
  }

  /// Adds a reader that waits for a piece.
  ///
  /// - Returns: The result for the reader, or `.nothing` if it has to wait.
  mutating func wait(reader: Reader) -> Taken {
    let taken = take()
    if case .nothing = taken { self.reader = reader }
    return taken
  }

  /// Takes the buffered bytes, or the end.
  mutating func take() -> Taken {
    guard reader == nil else { return .isTaken }
    guard waiting.isEmpty else {
      defer { (waiting, waitingSenders, isHeld) = (Data(), [], false) }
      let room = isHeld ? room : nil
      return .piece(.success(waiting), released: (room.map { [$0] } ?? []) + waitingSenders)
    }
    return outcome.map { .piece($0.map { _ in nil }, released: []) } ?? .nothing
  }

  /// Assigns the stream to its only reader.
  ///
  /// - Returns: `false` if it already has a reader.
  mutating func claim() -> Bool {
    defer { isClaimed = true }
    return !isClaimed
  }

  /// Stops a stream that was released without a reader.
  mutating func release() -> Ending? { isClaimed ? nil : stop(CancellationError()) }

  /// Ends the stream from the sender's side.
  mutating func finish(_ outcome: Trailers) -> Ending? {
    guard isOpen else { return nil }
    var ending = end(outcome)
    ending.unused += stopActions
    stopActions = []
    return ending
  }

  /// Ends the stream from outside, and stops the sender. A cancellation drops the buffered bytes.
  mutating func stop(_ error: any Error) -> Ending? {
    guard isOpen else { return nil }
    if error is CancellationError { waiting = Data() }
    wasStopped = true
    var ending = end(.failure(error))
    ending.actions = stopActions + ending.actions
    stopActions = []
    return ending
  }

  private mutating func end(_ outcome: Trailers) -> Ending {
    self.outcome = outcome
    defer { (reader, room, waitingSenders, endActions) = (nil, nil, [], []) }
    return Ending(
      reader: reader,
      piece: outcome.map { _ in nil },
      actions: waitingSenders + endActions,
      unused: room.map { [$0] } ?? []
    )
  }

  /// Adds an action to run at the end.
  ///
  /// - Returns: `false` if the stream has ended.
  mutating func atEnd(_ action: @escaping Action) -> Bool {
    if isOpen { endActions.append(action) }
    return isOpen
  }

  /// Adds an action to run when the stream is stopped.
  mutating func atStop(_ action: @escaping Action) {
    if isOpen { stopActions.append(action) }
  }
}
