// error: the failure types differ: use mapError first
import AbstractHTTP

struct Mine: Error {}

func load(_ other: Promise<TransferProgress, Int, Mine>) {
  HTTP("https://example.com").asString().success { _ in other }.success { print($0 + 1) }
}
