// error: result of call to 'retry(_:after:clock:when:)' is unused
import AbstractHTTP

func load(_ promise: Promise<Never, Int, any Error>) {
  promise.retry(3)
}
