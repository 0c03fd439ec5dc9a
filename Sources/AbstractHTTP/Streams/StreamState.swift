import Foundation

/// What flows from a sender to one reader: a pure state machine, whose methods return what to do once its lock is left.
///
/// The bytes that wait are one piece, because the boundaries of HTTP's chunks and frames have no meaning. A sender that finds
/// no room is held until the reader takes what waits.
struct StreamState: Sendable {
  /// How many bytes wait before the sender is held.
  static let highMark = 262_144

  typealias Piece = Result<Data?, any Error>
  typealias Trailers = Result<HTTPHeaders?, any Error>
  typealias Reader = UnsafeContinuation<Piece, Never>
  typealias Action = @Sendable () -> Void

  /// What a reader gets at once.
  enum Taken {
    case piece(Piece, released: [Action])
    /// Nothing yet.
    case nothing
    /// Another reader waits already.
    case isTaken
  }

  /// What to do when the stream ends.
  struct Ending: Sendable {
    let reader: Reader?
    let piece: Piece
    var actions: [Action]
    /// What is only to be released outside the lock.
    var unused: [Action] = []
  }

  private var waiting = Data()
  private var reader: Reader?
  /// Lets a sender that can't wait go on, if it's held.
  private var room: Action?
  private var isHeld = false
  /// Lets waiting senders go on.
  private var waitingSenders: [Action] = []
  private var isClaimed = false
  private var endActions: [Action] = []
  private var stopActions: [Action] = []
  private(set) var wasStopped = false
  /// How the stream ended; `nil` while it flows.
  private(set) var outcome: Trailers?
  /// How many bytes came.
  private(set) var count: Int64 = 0

  var isOpen: Bool { outcome == nil }

  /// - Parameters:
  ///   - room: Called once there is room again, after bytes were refused.
  ///   - stop: Stops the sender.
  init(room: Action?, stop: Action?) {
    self.room = room
    stopActions = stop.map { [$0] } ?? []
  }

  /// Takes bytes from the sender; of an ended stream, it takes no notice of them.
  ///
  /// - Parameter isForced: Whether to take the bytes even if there is no room.
  /// - Returns: The reader to give the bytes to, and whether they were taken.
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

  /// Whether a sender that doesn't ask is to wait.
  var isFull: Bool { isHeld }

  /// Lets a sender wait for room.
  ///
  /// - Returns: `false` if it need not wait.
  mutating func wait(sender: @escaping Action) -> Bool {
    guard isOpen, !waiting.isEmpty else { return false }
    waitingSenders.append(sender)
    return true
  }

  /// Lets a reader wait.
  ///
  /// - Returns: What it gets, unless it has to wait.
  mutating func wait(reader: Reader) -> Taken {
    let taken = take()
    if case .nothing = taken { self.reader = reader }
    return taken
  }

  /// All that waits, or the end.
  mutating func take() -> Taken {
    guard reader == nil else { return .isTaken }
    guard waiting.isEmpty else {
      defer { (waiting, waitingSenders, isHeld) = (Data(), [], false) }
      let room = isHeld ? room : nil
      return .piece(.success(waiting), released: (room.map { [$0] } ?? []) + waitingSenders)
    }
    return outcome.map { .piece($0.map { _ in nil }, released: []) } ?? .nothing
  }

  /// Gives the stream to its one reader.
  ///
  /// - Returns: `false` if it has one.
  mutating func claim() -> Bool {
    defer { isClaimed = true }
    return !isClaimed
  }

  /// Stops a stream that was let go before anybody read it.
  mutating func release() -> Ending? { isClaimed ? nil : stop(CancellationError()) }

  /// Ends the stream from the sender's side.
  mutating func finish(_ outcome: Trailers) -> Ending? {
    guard isOpen else { return nil }
    var ending = end(outcome)
    ending.unused += stopActions
    stopActions = []
    return ending
  }

  /// Ends the stream from outside, and stops the sender. A cancellation drops what waits.
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

  /// Has something done at the end.
  ///
  /// - Returns: `false` if the stream has ended.
  mutating func atEnd(_ action: @escaping Action) -> Bool {
    if isOpen { endActions.append(action) }
    return isOpen
  }

  /// Has something done when the stream is stopped.
  mutating func atStop(_ action: @escaping Action) {
    if isOpen { stopActions.append(action) }
  }
}
