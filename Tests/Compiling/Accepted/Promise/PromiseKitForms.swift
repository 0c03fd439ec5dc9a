// seconds: 2
import AbstractHTTP
import Dispatch
import Foundation

struct User: Sendable {
  var id = 1
  var name = "Ann"
}

func login() -> Promise<Never, Int, any Error> { Promise { 1 } }
func load(_ id: Int) -> Promise<Never, User, any Error> { Promise(value: User(id: id)) }
func parse(_ text: String) throws -> User { User(name: text) }

// A completion handler of a value and an error.
final class Store: Sendable {
  func fetch(_ completion: @escaping @Sendable (String?, (any Error)?) -> Void) { completion("Ann", nil) }

  func fetch(result completion: @escaping @Sendable (Result<String, any Error>) -> Void) { completion(.success("Ann")) }
}

func wrapped(_ store: Store) -> Promise<Never, String, any Error> {
  let (promise, resolver) = Promise<Never, String, any Error>.pending()
  store.fetch { text, error in resolver.settle(text, error) }
  store.fetch(resolver.settle)
  store.fetch(result: resolver.settle)
  return promise
}

func executor(_ store: Store) -> Promise<Never, String, any Error> {
  Promise { fulfill, reject in
    store.fetch { text, error in
      if let text { fulfill(text) } else if let error { reject(error) }
    }
  }
}

// then, map, compactMap, done, catch, ensure, get, tap, recover, timeouts, retries.
func chain(_ store: Store) {
  wrapped(store)
    .trySuccess { try parse($0) }
    .tryMap { try parse($0.name) }
    .tryFlatMap { load(try parse($0.name).id) }
    .map(\.name)
    .on(success: { print($0) })
    .recover { error, isCancelled in "nobody" }
    .finally { print("end") }
    .failure { error, _ in print(error as Any) }
}

func recovered() -> Promise<Never, User, any Error> {
  login()
    .flatMap { load($0) }
    .tryRecover { error, isCancelled in
      guard let error, !isCancelled else { throw CancellationError() }
      print(error)
      return User()
    }
    .retry(3, after: .exponential(from: .seconds(1)).jittered())
    .timeout(.seconds(5), failing: CancellationError())
}

func when(_ ids: [Int]) {
  Promise.zip(login(), load(1)).success { id, user in print(id, user.name) }
  Promise.zip(login(), load(1), load(2)).map { id, user, other in print(id, user.name, other.name) }
  let four = Promise.zip(login(), load(1), load(2), login())
  four.success { id, user, other, last in print(id, user.name, other.name, last) }
  Promise.all(ids.map { load($0) }).success { users in print(users.count) }
  Promise.all(ids, atMost: 4) { load($0) }.success { users in print(users.count) }
  Promise.race([load(1), load(2)]).success { print($0.name) }
  Promise.allSettled([load(1)]).success { outcomes in print(outcomes.compactMap(\.value).count) }
}

func after() -> Promise<Never, Int, any Error> {
  Promise(value: 1).delay(.milliseconds(300))
}

func onQueue() {
  load(1)
    .success(on: .main) { print($0.name) }
    .failure(on: DispatchQueue.global()) { error, isCancelled in print(isCancelled) }
}
