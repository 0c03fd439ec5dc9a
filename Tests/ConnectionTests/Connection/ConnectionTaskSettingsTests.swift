import AbstractHTTPTesting
import Testing

@testable import AbstractHTTP
@testable import TestSupport

struct ConnectionTaskSettingsTests {
  private final class Watcher: ConnectionListener, ConnectionResponseListener, ConnectionErrorListener {}

  @Test func `a task without its model sets what the connection has`() {
    let connection = Connection(requestSpec: Plain(url: "http://h.test/"), responseSpec: PlainText())
    let task: any ConnectionTask = connection
    let (holder, stub) = (ConnectionHolder(), StubConnector(Response()))

    task.httpConnector = stub
    task.isLogEnabled = true
    task.callbackInMainThread = false
    task.holder = holder
    task.listeners = [Watcher()]
    task.responseListeners = [Watcher(), Watcher()]
    task.errorListeners = [Watcher(), Watcher(), Watcher()]

    #expect(connection.httpConnector as? StubConnector === stub)
    #expect(connection.isLogEnabled && !connection.callbackInMainThread && connection.holder === holder)
    #expect(connection.listeners.count == 1 && task.listeners.count == 1)
    #expect(connection.responseListeners.count == 2 && connection.errorListeners.count == 3)
  }

  private final class HolderWatcher: ConnectionHolderListener {
    let added = Record<Bool>()
    func onAdded(connection: any ConnectionTask, holder: ConnectionHolder) { added.add(true) }
  }

  @Test func `a listener that a holder has twice is called once`() {
    let (holder, watcher) = (ConnectionHolder(), HolderWatcher())
    holder.addListener(watcher)
    holder.addListener(watcher)

    holder.add(Connection(requestSpec: Plain(url: "http://h.test/"), responseSpec: PlainText()))

    #expect(watcher.added.all.count == 1)
  }
}
