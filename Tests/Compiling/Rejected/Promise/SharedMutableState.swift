// error: mutation of captured var 'count' in concurrently-executing code
import AbstractHTTP

func load(_ promise: Promise<Never, Int, any Error>) {
  var count = 0
  promise.success { count += $0 }
  print(count)
}
