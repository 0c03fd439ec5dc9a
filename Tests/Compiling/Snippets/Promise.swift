// What the snippets of the doc comments of promises use without declaring it.

import AbstractHTTP
import Foundation

enum MyError: Error, Equatable {
  case notFound, tooSlow, network(any Error)

  init(_ error: any Error) { self = .network(error) }

  var description: String { "\(self)" }

  static func == (left: MyError, right: MyError) -> Bool { left.description == right.description }
}

struct Unavailable: Error {}

struct User: Sendable {
  static let unknown = User()

  var name = ""
  var isGuest = false

  func checked() throws(MyError) -> User { self }
}

let promise = Promise<Float, String, MyError>(value: "")
let text = Promise<Float, String, MyError>(value: "")
let user = Promise<Float, User, MyError>(value: User())
let friends = Promise<Float, [User], MyError>(value: [])
let photos = Promise<Float, [Data], MyError>(value: [])
let notes = Promise<Float, [String], MyError>(value: [])
let promises = [promise]
let (a, b, c) = (promise, promise, promise)
let names = ["Ann"]
let urls = ["https://example.com"]
struct TextSpec: ConnectionSpec {
  typealias ResponseModel = String
  var url: String { "https://example.com" }
  func parseResponse(_ response: Response) throws -> String { "" }
}

let connection = Connection(TextSpec())

func login() -> Promise<Float, String, MyError> { promise }
func loadUser(_ token: String) -> Promise<Float, User, MyError> { user }
func loadFriends(of user: User) -> Promise<Float, [User], MyError> { friends }
func fromServer() -> Promise<Float, String, MyError> { promise }
func fromCache() -> Promise<Float, String, MyError> { promise }
func download() -> Promise<Float, String, MyError> { promise }
func load(_ name: String) async throws(MyError) -> String { name }
func check(_ text: String) throws -> String { text }
func parse(_ text: String) throws(MyError) -> User { User() }

@MainActor final class Label { var text: String? }
final class Bar: Sendable {
  var value: Float {
    get { 0 }
    set {}
  }
}
final class Spinner: Sendable { func stop() {} }
final class Screen: Sendable { func show(_ text: some Sendable) {} }
struct Log: Sendable { func warning(_ text: String) {} }

@MainActor let label = Label()
let bar = Bar()
let spinner = Spinner()
let screen = Screen()
let log = Log()

enum api { static func user(_ id: Int) async throws -> User { User() } }

struct Image: Sendable {}
struct Store: Sendable { func load(_ completion: @escaping @Sendable (Image?, (any Error)?) -> Void) {} }
let store = Store()

final class Player: Sendable {
  init(
    onProgress: @escaping @Sendable (Float) -> Void,
    onEnd: @escaping @Sendable (Data) -> Void,
    onError: @escaping @Sendable (MyError) -> Void
  ) {}

  func pause() {}
  func resume() {}
  func stop() {}
}
