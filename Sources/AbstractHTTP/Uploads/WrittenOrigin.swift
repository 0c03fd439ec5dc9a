import Foundation

/// A closure that writes a body in a task of the library's pool, each time it is sent.
final class WrittenOrigin: OpenableOrigin {
  typealias Write = @Sendable (_ offset: Int64, _ writer: BodyWriter) async throws -> Void

  private let write: Write
  private let source: RequestBody?
  private let use = SingleUse()

  /// - Parameter source: The body that the closure reads.
  init(reading source: RequestBody? = nil, _ write: @escaping Write) {
    self.source = source
    self.write = write
  }

  func abandon() { source?.abandon() }

  func open(
    _ stream: BodyStream,
    at place: Int64,
    ready: @escaping @Sendable () -> Void
  ) throws(URLError) -> OpenStream {
    if stream.replay == .once { try use.begin() }
    let start = stream.replay == .fromAnyOffset ? place : 0
    let buffer = BodyBuffer()
    buffer.connect(skipping: place - start, ready: ready)
    let sender = BodySender(buffer, length: stream.length, hasTrailers: stream.hasTrailers, written: start)
    let writing = WritingTask { [write] in
      do {
        try await write(start, BodyWriter(sender: sender))
        try sender.finish(nil)
      } catch {
        sender.fail(error)
      }
    }
    return OpenStream(buffer, isWritten: true, begin: writing.begin, cancel: writing.cancel)
  }
}

/// A task that may be cancelled before it begins.
private final class WritingTask: Sendable {
  private let work: @Sendable () async -> Void
  private let state = Locked<(task: Task<Void, Never>?, isCancelled: Bool)>((nil, false))

  init(_ work: @escaping @Sendable () async -> Void) { self.work = work }

  @Sendable func begin() {
    let task = Task.detached(executorPreference: ThreadPool.shared, operation: work)
    let isCancelled = state.withLock { state in
      state.task = task
      return state.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  @Sendable func cancel() {
    let task = state.withLock { state in
      state.isCancelled = true
      return state.task
    }
    task?.cancel()
  }
}
