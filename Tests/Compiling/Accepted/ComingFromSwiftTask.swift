// The code in the right column of the guide "Coming from SwiftTask".
import AbstractHTTP

enum Wrong: Error { case empty, busy }

typealias Play = Promise<Float, String, Wrong>

func create(_ load: @escaping @Sendable () async throws(Wrong) -> String) -> [Play] {
  let full = Play(paused: true) { progress, fulfill, reject, configure in
    progress(0.5)
    configure.pause = { print("paused") }
    configure.resume = { print("resumed") }
    configure.cancel = { print("cancelled") }
    if configure.isFinished { reject(.busy) } else { fulfill("song") }
  }
  return [full, Play { fulfill, reject in fulfill("short") }, Play(value: "a"), Play(error: .empty), Play(load)]
}

func chain(_ promise: Play, _ other: @escaping @Sendable (String) -> Play, _ token: HandlerToken) {
  promise.progress { old, new in print(old ?? 0, new) }
  promise.success { value in value + "!" }
  promise.success { value in other(value) }
  promise.failure { error, isCancelled in other("again") }
  promise.recover { error, isCancelled in "none" }
  promise.then { value, errorInfo in print(value ?? "none") }
  promise.on(success: { value in print(value) }) { error, isCancelled in print(isCancelled) }
  promise.until(token).success { value in print(value) }
  promise.on(until: token, success: { value in print(value) })
  _ = HandlerToken(removesOnRelease: true)
}

func control(_ promise: Play, _ promises: [Play]) {
  let named = promise.name("song").retry(3)
  named.pause()
  named.resume()
  named.cancel(error: .busy)
  _ = promise.retry(3, after: .exponential(from: .milliseconds(200)))
  print(promise.clone().name ?? "", promise.state == .paused)
  print(promise.latestProgress ?? 0, promise.settled?.value ?? "", promise.settled?.errorInfo?.isCancelled ?? false)
  Play.all(promises).progress { old, new in print(new.completed, new.total) }
  Play.any(promises).failure { error, isCancelled in print(error?.errors.count ?? 0) }
  Play.some(promises).success { values in print(values) }
  Play.cancelAll(promises, error: .busy)
}
