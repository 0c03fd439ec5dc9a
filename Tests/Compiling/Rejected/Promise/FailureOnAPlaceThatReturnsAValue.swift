// error: use recover(on:_:) to recover with a value
import AbstractHTTP
import Dispatch

actor Store {}

func load(_ promise: Promise<Never, Int, any Error>, _ queue: DispatchQueue, _ store: Store) {
  promise.failure(on: queue) { error, isCancelled in
    print(isCancelled)
    return 0
  }
  promise.failure(on: store) { store, error, isCancelled in
    print(isCancelled)
    return 0
  }
}
