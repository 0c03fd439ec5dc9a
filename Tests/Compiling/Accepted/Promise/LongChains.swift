// seconds: 1
import AbstractHTTP

enum A: Error { case a }

func load(_ n: Int) -> Promise<Float, Int, A> { Promise(value: n) }

func mixed(_ promise: Promise<Float, Int, A>) -> Promise<Float, String, A> {
  promise
    .map { $0 + 1 }
    .flatMap { load($0) }
    .recover { _, isCancelled in isCancelled ? 1 : 0 }
    .map { $0 * 2 }
    .on(success: { print($0) })
    .progress { old, new in print(old ?? 0, new) }
    .flatMap { load($0 + 1) }
    .mapProgress { $0 / 2 }
    .retry(3)
    .timeout(.seconds(5), failing: .a)
    .finally { print("end") }
    .map { "\($0)" }
    .map { $0 + "!" }
    .tryMap { text throws(A) in text }
    .trySuccess { text in text.isEmpty ? .failure(.a) : .success(text) }
    .tryRecover { info in info.isCancelled ? Outcome(info) : .fulfilled("") }
}
