// error: property access can throw, but it is not marked with 'try'
import AbstractHTTP

func load(_ promise: Promise<Never, Int, any Error>) async -> Int {
  await promise.value
}
