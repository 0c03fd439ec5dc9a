/// A connection without its generics: what listeners, holders and indicators know of it.
///
/// Everything may be called from any thread, at any moment.
public protocol ConnectionTask: AnyObject, Sendable, CustomStringConvertible {
  /// What is sent.
  var requestSpec: any RequestSpec { get }

  /// The last request that was made, from just before `onStart`; `nil` before the first.
  var latestRequest: Request? { get }

  /// The run that is under way; `nil` if none is. Every restart has another.
  var executionId: ExecutionId? { get }

  /// Runs the connection: what ``start()``, ``restart()`` and ``repeatRequest()`` do.
  ///
  /// - Parameter repeating: Whether to send the last request again, rather than to make it anew.
  func run(repeating: Bool)

  /// Ends the call as cancelled, at any moment: in flight, between two events, interrupted or waiting.
  ///
  /// No further event but those of the cancel comes once this returns; `onCanceled`, the promise's failure, `afterError` and
  /// `onEnd` follow on the delivery thread. Does nothing if no call is under way, or if its outcome is decided.
  func cancel()

  /// Stops the events, and the transfer if one is in flight. The promise stays pending, until somebody restarts the
  /// connection, cancels it, or calls ``breakInterruption()``.
  func interrupt()

  /// Ends an interrupted call as cancelled; does nothing to others.
  func breakInterruption()

  /// Holds the transfers of this call, where the connector can, until ``resume()``.
  func suspend()

  /// Goes on with what ``suspend()`` held.
  func resume()

  /// Adds a watcher of the beginning and the end.
  @discardableResult func addListener(_ listener: any ConnectionListener) -> Self
  /// Adds a watcher of responses.
  @discardableResult func addResponseListener(_ listener: any ConnectionResponseListener) -> Self
  /// Adds a watcher of failures.
  @discardableResult func addErrorListener(_ listener: any ConnectionErrorListener) -> Self
  /// Removes a watcher of the beginning and the end.
  func removeListener(_ listener: any ConnectionListener)
  /// Removes a watcher of responses.
  func removeResponseListener(_ listener: any ConnectionResponseListener)
  /// Removes a watcher of failures.
  func removeErrorListener(_ listener: any ConnectionErrorListener)
}

extension ConnectionTask {
  /// Starts the connection, or restarts it.
  public func start() { run(repeating: false) }

  /// Makes the request anew and sends it: in the present call until its outcome is decided, in a new one after.
  public func restart() { run(repeating: false) }

  /// Sends the last request again, and makes one if there is none.
  public func repeatRequest() { run(repeating: true) }
}

/// One run of a connection: from a start or restart to its end, or until another takes its place.
public struct ExecutionId: Hashable, Sendable {
  let number: Int
}
