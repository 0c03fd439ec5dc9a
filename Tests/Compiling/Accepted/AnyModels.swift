// Listeners as the ancestor spells them.
import AbstractHTTP

final class Watcher: ConnectionListener, ConnectionResponseListener, ConnectionErrorListener, ConnectionHolderListener {
  func onEnd(connection: any ConnectionTask, response: Response?, responseModel: Any?, error: ConnectionError?) {}
  func onReceivedModel(connection: any ConnectionTask, responseModel: Any) -> Bool { true }
  func afterSuccess(connection: any ConnectionTask, responseModel: Any) {}
  func onValidationError(connection: any ConnectionTask, response: Response, responseModel: Any) {}
  func afterError(connection: any ConnectionTask, response: Response?, responseModel: Any?, error: ConnectionError) {}
  func onAdded(connection: any ConnectionTask, count: Int) {}
  func onRemoved(connection: any ConnectionTask, count: Int) {}
}
