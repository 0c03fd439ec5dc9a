// error: the failure types differ: use mapError first
import AbstractHTTP
import Dispatch

struct Mine: Error {}

func load(_ promise: Promise<Never, Int, any Error>, _ other: Promise<Never, Int, Mine>, _ queue: DispatchQueue) {
  promise.success(on: queue) { _ in other }.success { print($0 + 1) }
}
