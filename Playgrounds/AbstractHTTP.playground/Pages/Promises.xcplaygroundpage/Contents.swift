//: # Promises
//: A promise also works without HTTP: it can be chained, joined, retried, and awaited.
import AbstractHTTP
import Synchronization

enum Trouble: Error { case offline, late }

//: An executor reports progress, and settles the promise.
let download = Promise<Int, String, Trouble>(paused: true) { progress, fulfill, reject, configure in
  progress(50)
  progress(100)
  fulfill("a long letter")
}
download
  .progress { old, new in print("\(old ?? 0) → \(new) %") }
  .success { letter in letter.split(separator: " ").count }
  .success { words in print("words:", words) }
download.resume()  // 0 → 50 %, 50 → 100 %, words: 3

//: A failure passes the success handlers.
Promise<Int, String, Trouble>(error: .offline)
  .success { _ in print("never printed") }
  .failure { error, isCancelled in print("failed:", error.map { "\($0)" } ?? "cancelled") }

//: Many become one.
func number(_ value: Int) -> Promise<Int, Int, Trouble> { Promise(value: value) }
let sum = Promise.all([number(1), number(2), number(3)]).success { $0.reduce(0, +) }
print("sum:", try await sum.value)
let pair = Promise.zip(number(7), Promise<Never, String, Trouble>(value: "seven"))
print("pair:", try await pair.value)

//: A failure is retried, with a wait in between.
let tries = Atomic(0)
let stubborn = Promise<Never, String, Trouble> { fulfill, reject in
  if tries.add(1, ordering: .relaxed).newValue < 3 { reject(.offline) } else { fulfill("at try 3") }
}
.retry(5, after: .exponential(from: .milliseconds(1)))
print("succeeded:", try await stubborn.value)

//: A cancellation reaches the source when it has no other listener.
let (source, resolver) = Promise<Never, Int, Trouble>.pending()
let first = source.success { $0 + 1 }
let second = source.success { $0 + 2 }
first.cancel()
print("one cancelled:", source.state)  // running: the other one still listens
second.cancel(error: .late)
print("both cancelled:", source.state)  // cancelled
