import AbstractHTTP
import AbstractHTTPTesting
import Dispatch
import Foundation
import Testing

@testable import TestSupport

/// The forms of a request that users of Moya write.
@Suite(.timeLimit(.minutes(1)))
struct ProviderCompletionTests {
  fileprivate enum API: TargetType {
    case ping

    var baseURL: URL { .of("https://h.test/") }
  }

  private final class Image: Sendable {
    init?(data: Data) { if data.isEmpty { return nil } }
  }

  private let heard = Record<String>()

  private func provider(_ statusCode: Int = 200, _ text: String = "pong") -> Provider<API> {
    let answer = StubBehavior.immediate.answering(.networkResponse(statusCode, Data(text.utf8)))
    return Provider<API>(stub: answer, callbackInMainThread: false)
  }

  @Test(arguments: [200, 404])
  func `a closure that ignores its argument is called on success and on failure`(statusCode: Int) {
    provider(statusCode).request(.ping) { _ in heard.add("ended") }
    provider(statusCode).request(.ping) { _ in
      heard.add("ended")
      heard.add("twice")
    }

    #expect(heard.all == ["ended", "ended", "twice"])
  }

  @Test func `a closure that switches over a result gets one`() {
    for statusCode in [200, 404] {
      provider(statusCode).request(.ping) { result in
        switch result {
        case .success(let response): heard.add("success \(response.statusCode)")
        case .failure(let error): heard.add("\(error.type) \(error.response?.statusCode ?? 0)")
        }
      }
      provider(statusCode).request(.ping) { result in
        do { heard.add("got \(try result.get().statusCode)") } catch { heard.add("threw") }
      }
      provider(statusCode).request(.ping) { result in
        guard case .success(let response) = result else { return heard.add("else") }
        heard.add("case \(response.statusCode)")
      }
    }

    #expect(heard.all == ["success 200", "got 200", "case 200", "invalidResponse 404", "threw", "else"])
  }

  @Test func `a cancelled call is a failure`() async throws {
    let connector = BasicConnector()
    let provider = Provider<API>(httpConnector: connector, callbackInMainThread: false)
    let ended = Gate()

    let promise = provider.request(.ping) { result in
      if case .failure(let error) = result { heard.add("\(error.type)") }
      ended.open()
    }
    promise.cancel()
    try await ended.wait()

    #expect(heard.all == ["cancelled"])
  }

  @Test func `a closure that reads the response makes a model of it`() {
    let count = provider().request(.ping) { $0.data.count }
    let isOK: ConnectionPromise<Bool> = provider().request(.ping) { $0.statusCode == 200 }

    #expect(count.settled?.value == 4)
    #expect(isOK.settled?.value == true)
  }

  @Test func `a model that is nil is a parse error`() {
    let image = provider().request(.ping) { Image(data: $0.data) }
    let none = provider(200, "").request(.ping) { Image(data: $0.data) }
    let asked: ConnectionPromise<Image?> = provider(200, "").request(.ping) { Image(data: $0.data) }

    #expect(image.settled?.value != nil)
    #expect(none.settled?.errorInfo?.error?.type == .parse)
    #expect((none.settled?.errorInfo?.error?.nativeError as? NoModel)?.model == "Image")
    #expect(asked.settled?.value.map { $0 == nil } == true)
  }

  @Test func `closures are called on the queue that is given`() async throws {
    let key = DispatchSpecificKey<String>()
    let queue = DispatchQueue(label: "own")
    queue.setSpecific(key: key, value: "own")
    let ended = Gate()

    provider().request(.ping, callbackQueue: queue) { _ in
      heard.add(DispatchQueue.getSpecific(key: key) ?? "none")
      ended.open()
    }
    try await ended.wait()

    #expect(heard.all == ["own"])
  }

  @Test @MainActor func `in a screen the closure belongs to the screen`() async throws {
    let screen = Screen()

    screen.load(provider())
    try await screen.loaded.wait()

    #expect(screen.text == "pong")
  }
}

@MainActor
private final class Screen {
  var text = ""
  let loaded = Gate()

  func load(_ provider: Provider<ProviderCompletionTests.API>) {
    provider.request(.ping) { [weak self] result in
      self?.text = (try? result.get()).map { String(decoding: $0.data, as: UTF8.self) } ?? "none"
      self?.loaded.open()
    }
  }
}

/// Closures of actors in the forms of `HTTP`.
@Suite(.timeLimit(.minutes(1)))
struct HTTPActorTests {
  private actor Store {
    var text = ""

    func load(over connector: any HTTPConnector, _ loaded: Gate) {
      HTTP("https://h.test/").httpConnector(connector).callbackInMainThread(false).fetchString { text in
        self.text = text
        loaded.open()
      }
    }
  }

  private let connector = StubConnector(Response(data: Data("pong".utf8)))

  @Test @MainActor func `a closure that is written in a screen belongs to it`() async throws {
    let (screen, other) = (Screen(), Screen())

    HTTP("https://h.test/").httpConnector(connector).callbackInMainThread(false).fetchString {
      screen.text = $0
      screen.loaded.open()
    }
    try await screen.loaded.wait()
    HTTP("https://h.test/").httpConnector(connector)
      .addOnEnd { response, _, _ in
        other.text = "\(response?.statusCode ?? 0)"
        other.loaded.open()
      }
      .fetchString { _ in }
    try await other.loaded.wait()

    #expect(screen.text == "pong")
    #expect(other.text == "200")
  }

  @Test func `a closure of the main actor runs there wherever it is written`() async throws {
    let screen = Screen()

    HTTP("https://h.test/").httpConnector(connector).callbackInMainThread(false)
      .fetchString(on: MainActor.self) { text in
        screen.text = text
        screen.loaded.open()
      }
    try await screen.loaded.wait()

    #expect(await screen.text == "pong")
  }

  @Test func `a closure that is written in an actor runs in the actor`() async throws {
    let (store, loaded) = (Store(), Gate())

    await store.load(over: connector, loaded)
    try await loaded.wait()

    #expect(await store.text == "pong")
  }

  @Test func `a closure of no actor is called at once`() {
    let heard = Record<String>()

    HTTP("https://h.test/").httpConnector(connector).callbackInMainThread(false).fetchString { heard.add($0) }

    #expect(heard.all == ["pong"])
  }
}
