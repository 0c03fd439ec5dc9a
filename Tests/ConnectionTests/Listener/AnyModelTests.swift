import AbstractHTTP
import Foundation
import Testing

@testable import TestSupport

/// Listeners of which the models are `Any`, and plugins of which the requests are `URLRequest`s.
struct AnyModelTests {
  private final class Watcher: ConnectionListener, ConnectionResponseListener, ConnectionErrorListener {
    let heard = Record<String>()
    let isRefusing: Bool

    init(isRefusing: Bool = false) { self.isRefusing = isRefusing }

    func onEnd(connection: any ConnectionTask, response: Response?, responseModel: Any?, error: ConnectionError?) {
      heard.add("onEnd \(responseModel ?? "none")")
    }
    func onReceivedModel(connection: any ConnectionTask, responseModel: Any) -> Bool {
      heard.add("onReceivedModel \(responseModel)")
      return !isRefusing
    }
    func afterSuccess(connection: any ConnectionTask, responseModel: Any) { heard.add("afterSuccess \(responseModel)") }
    func onValidationError(connection: any ConnectionTask, response: Response, responseModel: Any) {
      heard.add("onValidationError \(responseModel)")
    }
    func afterError(
      connection: any ConnectionTask,
      response: Response?,
      responseModel: Any?,
      error: ConnectionError
    ) {
      heard.add("afterError \(responseModel ?? "none")")
    }
  }

  private final class Counting: ConnectionHolderListener {
    let heard = Record<String>()

    func onAdded(connection: any ConnectionTask, count: Int) { heard.add("added \(count)") }
    func onRemoved(connection: any ConnectionTask, count: Int) { heard.add("removed \(count)") }
  }

  private func connection(_ watcher: Watcher) -> Connection<String> {
    let connection = Connection(requestSpec: Plain(url: "https://h.test/"), responseSpec: PlainText())
    connection.httpConnector = StubConnector(Response(data: Data("pong".utf8)))
    connection.callbackInMainThread = false
    return connection.addListener(watcher).addResponseListener(watcher).addErrorListener(watcher)
  }

  @Test func `a listener receives each event with a model of type Any`() {
    let (watcher, refusing) = (Watcher(), Watcher(isRefusing: true))

    connection(watcher).start()
    connection(refusing).start()

    #expect(watcher.heard.all == ["onReceivedModel pong", "afterSuccess pong", "onEnd pong"])
    #expect(
      refusing.heard.all == [
        "onReceivedModel pong", "onValidationError pong", "afterError pong", "onEnd pong",
      ]
    )
  }

  @Test func `a holder's listener receives a count`() {
    let (counting, holder) = (Counting(), ConnectionHolder())
    let connection = connection(Watcher())
    connection.holder = holder
    holder.addListener(counting)

    connection.start()

    #expect(counting.heard.all == ["added 1", "removed 0"])
  }
}
