// error: to parameter expecting synchronous function type
import AbstractHTTP

func load(_ text: Promise<Never, String, any Error>, _ next: @escaping @Sendable (String) async -> Int) {
  text.map { await next($0) }
}
