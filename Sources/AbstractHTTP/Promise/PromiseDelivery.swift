import Foundation

/// The queue of a thread from which handlers are called, one after the other.
///
/// Whatever settles inside a handler is delivered right after that handler, by the loop that called it. So handlers that
/// settle promises whose handlers settle promises use no stack, however many there are.
final class PromiseDelivery {
  /// Handlers that are due.
  enum Job {
    case settled(PromiseListeners, Settlement)
    case progressed(PromiseListeners, old: (any Sendable)?, new: any Sendable)
  }

  private var due: [Job?] = []
  private var batch: [Job?] = []
  private var isRunning = false

  /// Calls the handlers: now, or after the present one if this thread is inside a handler.
  static func deliver(_ job: Job) {
    let delivery = current
    delivery.due.append(job)
    if !delivery.isRunning { delivery.run() }
  }

  /// Does something as a handler does it, unless this thread is inside one already.
  static func immediately<Output>(_ body: () -> Output) -> Output? {
    let delivery = current
    guard !delivery.isRunning else { return nil }
    delivery.isRunning = true
    let output = body()
    if delivery.due.isEmpty { delivery.isRunning = false } else { delivery.run() }
    return output
  }

  private func run() {
    isRunning = true
    while !due.isEmpty {
      swap(&due, &batch)
      for index in batch.indices { batch[index].take()?.run() }
      batch.removeAll(keepingCapacity: batch.count < 1024)
    }
    isRunning = false
  }
}

extension PromiseDelivery.Job {
  fileprivate func run() {
    switch self {
    case .settled(let listeners, let settlement): listeners.forEach { $0.hear(settlement) }
    case .progressed(let listeners, let old, let new): listeners.forEach { $0.hear(progress: new, after: old) }
    }
  }
}

extension PromiseDelivery {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { pointer in
      #if canImport(Darwin)
        Unmanaged<PromiseDelivery>.fromOpaque(pointer).release()
      #else
        if let pointer { Unmanaged<PromiseDelivery>.fromOpaque(pointer).release() }
      #endif
    }
    return key
  }()

  /// The delivery of the calling thread.
  private static var current: PromiseDelivery {
    if let pointer = pthread_getspecific(key) { return Unmanaged.fromOpaque(pointer).takeUnretainedValue() }
    let delivery = PromiseDelivery()
    pthread_setspecific(key, Unmanaged.passRetained(delivery).toOpaque())
    return delivery
  }
}
