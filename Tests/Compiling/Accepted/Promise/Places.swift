// seconds: 4
import AbstractHTTP
import Dispatch

enum Wrong: Error { case empty }

typealias Number = Promise<Float, Int, Wrong>

actor Store {
  var sum = 0
  func add(_ number: Int) { sum += number }
  func load(_ number: Int) -> Number { Number(value: number) }
}

@MainActor final class Screen {
  var text = ""
  var progress: Float = 0
  private let token = HandlerToken(removesOnRelease: true)

  func load(_ number: Number) {
    number.success(on: MainActor.self) { self.text = "\($0)" }
    number
      .progress(on: MainActor.self) { _, new in self.progress = new }
      .until(token)
      .map(on: MainActor.self) { $0 + self.text.count }
      .flatMap(on: MainActor.self) { self.next($0) }
      .tryFlatMap(on: MainActor.self) { number throws(Wrong) in
        if number == 0 { throw .empty }
        return self.next(number)
      }
      .failure(on: MainActor.self) { error, isCancelled in if !isCancelled { self.text = "\(error as Any)" } }
      .recover(on: MainActor.self) { _, _ in self.text.count }
      .finally(on: MainActor.self) { self.progress = 1 }
    number.on(MainActor.self, until: token, success: { self.text = "\($0)" }) { error, _ in
      self.text = "\(error as Any)"
    }
    number.then(on: MainActor.self) { value, info in self.text = "\(value ?? 0) \(info?.isCancelled ?? false)" }
  }

  func next(_ number: Int) -> Number { Number(value: number) }
}

func actors(_ number: Number, _ store: Store) {
  number
    .success(on: store) { store, number in store.add(number) }
    .success(on: store) { store, _ in store.load(1) }
    .map(on: store) { store, number in store.sum + number }
    .failure(on: store) { store, error, isCancelled in if isCancelled { store.add(-1) } }
    .finally(on: store) { store in store.add(0) }
    .on(store, success: { store, number in store.add(number) })
    .progress(on: store) { store, old, new in store.add(Int(new)) }
}

func queues(_ number: Number, _ queue: DispatchQueue) {
  number
    .success(on: queue) { number in print(number) }
    .success(on: queue) { Number(value: 1) }
    .then(on: queue) { value, info in print(value as Any, info as Any) }
    .tryThen(on: queue) { value, info throws(Wrong) in 1 }
    .failure(on: queue) { error, isCancelled in if isCancelled { print("cancelled") } }
    .on(queue, success: { print($0) })
    .progress(on: queue) { old, new in print(new) }
}
