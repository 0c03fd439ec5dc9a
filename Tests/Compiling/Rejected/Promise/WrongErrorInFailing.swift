// error: has no member 'late'
import AbstractHTTP

enum Wrong: Error { case slow }

func load(_ promise: Promise<Never, Int, Wrong>) -> Promise<Never, Int, Wrong> {
  promise.timeout(.seconds(5), failing: .late)
}
