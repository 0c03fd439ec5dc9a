#if os(Linux)
  import Foundation

  /// Takes the body of a response where that may take time, off the thread on which it arrives: decodes it, and writes it to
  /// the file that the request wants.
  ///
  /// One job at a time works on the body, in the order of its pieces. While too many of them wait, the sender is held.
  final class BodyReceiver: Sendable {
    typealias Complete = @Sendable (Result<WireResponse, any Error>) -> Void

    /// How many bytes may wait for the job.
    static let waitingLimit = 262_144

    /// How many bytes of a body that is kept in memory wait for each other before a job begins.
    static let batchSize = 65_536

    private let work: BodyWork
    private let isBatched: Bool
    private let isChosen: Bool
    /// Whether what arrived is kept when the exchange fails.
    private let isResumable: Bool
    private let changed: @Sendable () -> Void
    private let state = Locked(State())

    /// - Parameter changed: Called on any thread, once there is room again, or the body cannot be taken.
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

    /// Why the body cannot be taken.
    var failure: (any Error)? { state.withLock { $0.failure } }

    /// Takes bytes.
    ///
    /// - Returns: `false` if there is no room for them yet.
    func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
      let batch = isBatched ? Self.batchSize : 1
      let (isTaken, beginsJob) = state.withLock { $0.append(bytes, batch: batch) }
      if beginsJob { run() }
      return isTaken
    }

    /// Ends the body, and completes the exchange when all of it is taken.
    func end(_ complete: @escaping Complete) {
      let (failure, beginsJob) = state.withLock { $0.end(complete) }
      if let failure { complete(.failure(failure)) } else if beginsJob { run() }
    }

    /// Drops what waits, and fails the exchange once the file of the body is gone. A cancellation doesn't wait for a file that
    /// the caller chooses, because the choice may block.
    func fail(_ error: any Error, _ complete: @escaping Complete) {
      if isResumable, (error as? URLError)?.code != .cancelled {
        // What waits belongs to the part.
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
      /// Fails the exchange, after it was stopped.
      private var stopped: (@Sendable () -> Void)?

      /// - Returns: Whether the bytes are taken, and whether a job begins.
      mutating func append(_ bytes: UnsafeRawBufferPointer, batch: Int) -> (isTaken: Bool, beginsJob: Bool) {
        guard failure == nil, !isStopped else { return (true, false) }
        guard count < BodyReceiver.waitingLimit else {
          isSenderHeld = true
          return (false, false)
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

      /// What the job is to do next; `nil` to rest.
      mutating func next() -> (pieces: [Data], complete: Complete?)? {
        guard !isStopped, failure == nil, !pieces.isEmpty || complete != nil else {
          isWorking = false
          return nil
        }
        defer { (pieces, count, complete) = ([], 0, nil) }
        return (pieces, complete)
      }

      /// - Returns: Whether the sender was held, and may go on.
      mutating func takesSender() -> Bool {
        defer { isSenderHeld = false }
        return isSenderHeld
      }

      /// - Returns: What the exchange is to be completed by, if it has ended meanwhile.
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

  /// What a receiver works on.
  // NB: neither the decoder nor the body is Sendable by itself; one job at a time uses them.
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

    /// Lets go of the file, which is deleted.
    func discard() { body = ReceivedBody() }

    func end() throws -> WireResponse {
      try decoder?.end()
      return body.end(after: head)
    }
  }
#endif
