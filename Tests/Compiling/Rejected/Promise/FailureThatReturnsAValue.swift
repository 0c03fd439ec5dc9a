// error: use recover(_:) to recover with a value
import AbstractHTTP

func load(_ promise: Promise<Never, Int, any Error>) {
  promise
    .failure { error, isCancelled in
      print(isCancelled)
      return 0
    }
    .success { print($0 + 1) }
}
