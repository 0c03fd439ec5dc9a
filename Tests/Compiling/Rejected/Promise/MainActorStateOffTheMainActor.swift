// error: main actor-isolated property 'text' can not be mutated from a Sendable closure
import AbstractHTTP

@MainActor final class Screen {
  var text = ""

  func load(_ promise: Promise<Never, String, any Error>) {
    promise.success { self.text = $0 }
  }
}
