// error: invalid conversion from throwing function
import AbstractHTTP

func parse(_ text: String) throws -> Int { 1 }

func load(_ text: Promise<Never, String, any Error>) {
  text.success { try parse($0) }
}
