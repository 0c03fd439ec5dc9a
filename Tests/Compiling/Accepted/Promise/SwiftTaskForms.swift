// seconds: 2
import AbstractHTTP

enum Wrong: Error { case empty, busy }

final class Player: Sendable {
  init(onProgress: @escaping @Sendable (Float) -> Void, onEnd: @escaping @Sendable (String) -> Void) {}
  func pause() {}
  func resume() {}
  func stop() {}
}

typealias Play = Promise<Float, String, Wrong>

func play(paused: Bool) -> Play {
  Play(paused: paused) { progress, fulfill, reject, configure in
    let player = Player(onProgress: progress, onEnd: fulfill)
    configure.pause = { player.pause() }
    configure.resume = { [weak player] in player?.resume() }
    configure.cancel = player.stop
    if configure.isFinished { reject(.busy) }
  }
}

func chain(_ other: @escaping @Sendable (String) -> Play) {
  play(paused: false)
    .progress { old, new in print(old ?? 0, new) }
    .success { value in value + "!" }
    .success { value -> Play in other(value) }
    .failure { error, isCancelled in print(error as Any, isCancelled) }
    .failure { error, isCancelled -> Play in isCancelled ? Play(error: .busy) : Play(value: "again") }
    .then { value, errorInfo in
      if let errorInfo { print(errorInfo.error as Any, errorInfo.isCancelled) }
      print(value ?? "none")
    }
}

func settled() {
  Play(value: "a").on(success: { print($0) }) { error, isCancelled in print(error as Any, isCancelled) }
  Play(error: .empty).on(failure: { error, _ in print(error as Any) })
  Play { fulfill, reject in fulfill("short") }.success { _ in }
}

func group(_ tasks: [Play]) {
  Play.all(tasks).progress { old, new in print(new.completed, new.total) }.success { values in print(values.count) }
  Play.any(tasks).success { value in print(value) }.failure { error, _ in print(error?.errors.count ?? 0) }
  Play.some(tasks).success { values in print(values) }
  Play.pauseAll(tasks)
  Play.resumeAll(tasks)
  Play.cancelAll(tasks, error: .busy)
}

func control() {
  let task = play(paused: true).name("song").retry(3)
  task.resume()
  task.pause()
  task.cancel(error: .busy)
  task.cancel()
  print(task.clone().name ?? "", task.state == .paused, task.latestProgress ?? 0, task.settled as Any)
}

final class Screen: Sendable {
  let token = HandlerToken(removesOnRelease: true)

  func show(_ text: String) {}

  func load() {
    play(paused: false).until(token).success { [weak self] text in self?.show(text) }
    play(paused: false).on(until: token, success: { [weak self] in self?.show($0) })
    play(paused: false).progress(until: token) { _, new in print(new) }
  }
}
