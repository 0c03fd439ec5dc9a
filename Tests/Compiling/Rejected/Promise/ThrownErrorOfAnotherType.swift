// error: Mine
import AbstractHTTP

struct Mine: Error {}

func parse(_ text: String) throws -> Int { 1 }

func load(_ text: Promise<Never, String, Mine>) {
  text.trySuccess { text throws(Mine) in try parse(text) }
}
