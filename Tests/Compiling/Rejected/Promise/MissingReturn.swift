// error: missing return in closure expected to return 'Int'
import AbstractHTTP

func load(_ promise: Promise<Never, Int, any Error>) {
  promise.map { number -> Int in
    if number > 0 { return 1 }
  }
}
