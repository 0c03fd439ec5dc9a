// seconds: 2
import AbstractHTTP
import Dispatch

enum Mine: Error { case network(any Error), empty }

func request() -> Promise<Double, String, any Error> { Promise(value: "42") }

// map, tryMap, flatMap, mapError, replaceError, catch, handleEvents, receive(on:), sink, prefix(untilOutputFrom:).
func chain(_ queue: DispatchQueue, _ token: HandlerToken) {
  request()
    .mapError { Mine.network($0) }
    .map { Int($0) ?? 0 }
    .tryMap { number throws(Mine) in
      guard number > 0 else { throw .empty }
      return number
    }
    .trySuccess { number in number > 1 ? .success(number) : .failure(.empty) }
    .flatMap { Promise<Never, Int, Mine>(value: $0) }
    .failure { _ in Promise<Never, Int, Never>(value: 0) }
    .until(token)
    .map(on: queue) { $0 + 1 }
    .on(success: { print($0) }, failure: { print($0.isCancelled) })
}

func progress() {
  request().mapProgress { Int($0 * 100) }.progress { old, new in print("\(old ?? 0) to \(new) %") }
}

func awaited() async throws -> Int {
  let promise = request()
  async let text = promise.value
  for await fraction in promise.progressUpdates { print(fraction) }
  switch await promise.outcome {
  case .fulfilled(let text): print(text)
  case .rejected(let error): print(error)
  case .cancelled(let error): print(error as Any)
  }
  let all = await Promise.allSettled([promise]).value ?? []
  return try await text.count + all.count
}

func outcomes() {
  request().tryRecover { info in info.isCancelled ? Outcome(info) : .fulfilled("none") }
  request().tryThen { text, info -> Outcome<String, Mine> in .fulfilled(text ?? "none") }
}
