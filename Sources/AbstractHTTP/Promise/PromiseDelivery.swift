import Foundation

/// A thread's queue of handlers, which are called one after the other.
///
/// A settlement inside a handler is delivered right after that handler, by the loop that called it. Handlers that
/// settle promises whose handlers settle promises therefore use no stack, however many there are.
struct PromiseDelivery {
  /// A handler to call.
  enum Job {
    case settled(AnyOutcome, PromiseListeners)
    case progressed(PromiseListeners, old: (any AnyBox)?, new: any AnyBox)
  }

  /// The next delivery. Usually it is the only one, and needs no list.
  private var first: Job?

  /// The deliveries after the next one.
  private var due = Fifo<Job>()
  private var isRunning = false

  /// Calls the handlers: now, or after the current one if this thread is inside a handler.
  static func deliver(_ job: consuming Job) {
    let delivery = current
    if delivery.pointee.isRunning { return delivery.pointee.append(consume job) }
    delivery.pointee.isRunning = true
    (consume job).run()
    run(delivery)
  }

  /// Runs a closure like a handler, unless this thread is inside one already.
  static func immediately<Output>(_ body: () -> Output) -> Output? {
    let delivery = current
    guard !delivery.pointee.isRunning else { return nil }
    delivery.pointee.isRunning = true
    let output = body()
    if delivery.pointee.isEmpty { delivery.pointee.isRunning = false } else { run(delivery) }
    return output
  }

  private static func run(_ delivery: UnsafeMutablePointer<PromiseDelivery>) {
    while let job = delivery.pointee.next() { job.run() }
    delivery.pointee.isRunning = false
  }

  private var isEmpty: Bool { first == nil && due.isEmpty }

  private mutating func append(_ job: consuming Job) {
    if isEmpty { first = consume job } else { due.append(job) }
  }

  private mutating func next() -> Job? {
    if let job = first.take() { return job }
    return due.popFirst()
  }
}

extension PromiseDelivery.Job {
  fileprivate consuming func run() {
    switch consume self {
    case .settled(let settlement, let listeners): listeners.forEach { $0.receive(settlement) }
    case .progressed(let listeners, let old, let new): listeners.forEach { $0.receive(progress: new, after: old) }
    }
  }
}

extension PromiseDelivery {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { release($0) }
    return key
  }()

  /// The delivery of the calling thread. A pointer suffices, because no other thread can have it.
  private static var current: UnsafeMutablePointer<PromiseDelivery> {
    if let pointer = pthread_getspecific(key) { return pointer.assumingMemoryBound(to: PromiseDelivery.self) }
    let delivery = UnsafeMutablePointer<PromiseDelivery>.allocate(capacity: 1)
    delivery.initialize(to: PromiseDelivery())
    pthread_setspecific(key, delivery)
    return delivery
  }

  private static func release(_ pointer: UnsafeMutableRawPointer?) {
    guard let delivery = pointer?.assumingMemoryBound(to: PromiseDelivery.self) else { return }
    delivery.deinitialize(count: 1)
    delivery.deallocate()
  }
}
