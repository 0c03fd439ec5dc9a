#if os(Linux)
  import Foundation

  /// Receives the body of a response off the thread on which it arrives, because decoding it and writing it to a file
  /// may take time.
  ///
  /// One job at a time processes the pieces of the body in order. While too many pieces wait, the sender is held.
  final class BodyReceiver: Sendable {
    typealias Complete = @Sendable (Result<WireResponse, any Error>) -> Void

    /// The number of bytes that wait for the job at which the sender is held.
    static let waitingLimit = 262_144

    /// The number of bytes to collect before a job begins, if the body is kept in memory.
    static let batchSize = 65_536

    private let work: BodyWork
    private let isBatched: Bool
    private let isChosen: Bool
    /// Whether received bytes are kept when the exchange fails.
    private let isResumable: Bool
    private let changed: @Sendable () -> Void
    private let state = Locked(State())

    /// - Parameter changed: Called on any thread once there is room again, or receiving has failed.
    init(
      of request: WireRequest,
      after head: WireHead,
      decoding codings: [ContentCoding],
      changed: @escaping @Sendable () -> Void
    ) throws(URLError) {
      work = BodyWork(request, head, try ContentDecoder(codings))
      isBatched = request.destination == nil
      isChosen = request.destination?.isChosen == true
      isResumable = request.resumption != nil
      self.changed = changed
    }

    /// The error with which receiving failed.
    var failure: (any Error)? { state.withLock { $0.failure } }

    /// Appends bytes.
    ///
    /// - Parameter isForced: Whether to append the bytes beyond the limit.
    /// - Returns: `false` if there is no room for them yet.
    func append(_ bytes: UnsafeRawBufferPointer, isForced: Bool = false) -> Bool {
      let batch = isBatched ? Self.batchSize : 1
      let (isTaken, beginsJob) = state.withLock { $0.append(bytes, batch: batch, isForced: isForced) }
      if beginsJob { run() }
      return isTaken
    }

    /// Ends the body, and completes the exchange when all of it has been processed.
    func end(_ complete: @escaping Complete) {
      let (failure, beginsJob) = state.withLock { $0.end(complete) }
      if let failure { complete(.failure(failure)) } else if beginsJob { run() }
    }

    /// Drops the waiting bytes, and fails the exchange once the body's file has been deleted. A cancellation doesn't
    /// wait while the caller chooses a file, because the choice may block.
    func fail(_ error: any Error, _ complete: @escaping Complete) {
      if isResumable, (error as? URLError)?.code != .cancelled {
        // The waiting bytes belong to the part.
        end { result in
          if case .success(let response) = result { response.file?.discard() }
          complete(.failure(error))
        }
      } else if isBatched || isChosen && (error as? URLError)?.code == .cancelled {
        state.withLock { $0.stop() }
        complete(.failure(error))
      } else if state.withLock({ $0.stop(completingBy: { complete(.failure(error)) }) }) {
        run()
      }
    }

    private func run() { ThreadPool.shared.submit { self.takePieces() } }

    private func takePieces() {
      while let (pieces, complete) = state.withLock({ $0.next() }) {
        do {
          for piece in pieces { try piece.withUnsafeBytes(work.append) }
          if let complete {
            let response = Result { try work.end() }
            return ThreadPool.handingOver { complete(response) }
          }
          if state.withLock({ $0.takesSender() }) { changed() }
        } catch {
          work.discard()
          if let complete { return complete(.failure(error)) }
          let (complete, stopped) = state.withLock { $0.fail(error) }
          if let complete { return complete(.failure(error)) }
          return stopped?() ?? changed()
        }
      }
      guard let stopped = state.withLock({ $0.takeStopped() }) else { return }
      work.discard()
      stopped()
    }
  }

  extension BodyReceiver {
    private struct State: Sendable {
      private var pieces: [Data] = []
      private var count = 0
      private(set) var failure: (any Error)?
      private var complete: Complete?
      private var isWorking = false
      private var isSenderHeld = false
      private var isStopped = false
      /// Fails the stopped exchange.
      private var stopped: (@Sendable () -> Void)?

      /// - Returns: Whether the bytes were accepted, and whether a job begins.
      mutating func append(
        _ bytes: UnsafeRawBufferPointer,
        batch: Int,
        isForced: Bool
      ) -> (isTaken: Bool, beginsJob: Bool) {
        guard failure == nil, !isStopped else { return (true, false) }
        if count >= BodyReceiver.waitingLimit {
          isSenderHeld = true
          guard isForced else { return (false, false) }
        }
        pieces.append(Data(bytes))
        count += bytes.count
        return (true, count >= batch && begins())
      }

      mutating func end(_ complete: @escaping Complete) -> (failure: (any Error)?, beginsJob: Bool) {
        if let failure { return (failure, false) }
        self.complete = complete
        return (nil, begins())
      }

      /// Returns the next work for the job; `nil` if there is none.
      mutating func next() -> (pieces: [Data], complete: Complete?)? {
        guard !isStopped, failure == nil, !pieces.isEmpty || complete != nil else {
          isWorking = false
          return nil
        }
        defer { (pieces, count, complete) = ([], 0, nil) }
        return (pieces, complete)
      }

      /// - Returns: Whether the sender was held, and may continue.
      mutating func takesSender() -> Bool {
        defer { isSenderHeld = false }
        return isSenderHeld
      }

      /// - Returns: The closures that complete the exchange, if it has ended in the meantime.
      mutating func fail(_ error: any Error) -> (complete: Complete?, stopped: (@Sendable () -> Void)?) {
        failure = error
        isWorking = false
        (pieces, count) = ([], 0)
        return (complete.take(), stopped.take())
      }

      mutating func stop() {
        isStopped = true
        (pieces, count) = ([], 0)
      }

      /// - Returns: Whether a job begins.
      mutating func stop(completingBy stopped: @escaping @Sendable () -> Void) -> Bool {
        stop()
        self.stopped = stopped
        return begins()
      }

      mutating func takeStopped() -> (@Sendable () -> Void)? { stopped.take() }

      private mutating func begins() -> Bool {
        defer { isWorking = true }
        return !isWorking
      }
    }
  }

  /// The working state of a receiver.
  // NB: neither the decoder nor the body is Sendable. Only one job at a time uses them.
  private final class BodyWork: @unchecked Sendable {
    private let request: WireRequest
    private let head: WireHead
    private let decoder: ContentDecoder?
    private var body = ReceivedBody()

    init(_ request: WireRequest, _ head: WireHead, _ decoder: ContentDecoder?) {
      self.request = request
      self.head = head
      self.decoder = decoder
    }

    func append(_ bytes: UnsafeRawBufferPointer) throws {
      guard let decoder else { return try body.append(bytes, to: request, after: head) }
      try decoder.decode(bytes) { try body.append($0, to: request, after: head) }
    }

    /// Releases the file, which deletes it.
    func discard() { body = ReceivedBody() }

    func end() throws -> WireResponse {
      try decoder?.end()
      return body.end(after: head)
    }
  }
#endif
