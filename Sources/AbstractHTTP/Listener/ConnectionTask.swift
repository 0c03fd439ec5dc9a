/// A connection without its generic type, as listeners, holders, and indicators see it.
///
/// All members may be used from any thread at any time.
public protocol ConnectionTask: AnyObject, Sendable, CustomStringConvertible {
  /// The spec of the request.
  var requestSpec: any RequestSpec { get }

  /// The most recent request, from just before `onStart`; `nil` before the first.
  var latestRequest: Request? { get }

  /// The current run; `nil` if the connection isn't running. Every restart has a new one.
  var executionId: ExecutionId? { get }

  /// Runs the connection. ``start()``, ``restart()``, and ``repeatRequest()`` call this method.
  ///
  /// - Parameter repeating: Whether to send the last request again instead of creating a new one.
  func run(repeating: Bool)

  /// Cancels the call at any moment: in flight, between two events, interrupted, or waiting.
  ///
  /// After this method returns, the only events are those of the cancellation: `onCanceled`, the promise's failure,
  /// `afterError`, and `onEnd` follow on the delivery thread. It does nothing without a call, or if the outcome is
  /// decided.
  func cancel()

  /// Stops the events, and the transfer if one is in flight. The promise stays pending until the connection is
  /// restarted or cancelled, or ``breakInterruption()`` is called.
  func interrupt()

  /// Cancels an interrupted call. Does nothing to other calls.
  func breakInterruption()

  /// Suspends the call's transfers, if the connector supports it, until ``resume()``.
  func suspend()

  /// Resumes the transfers after ``suspend()``.
  func resume()

  /// Adds a listener for the start and the end of calls.
  @discardableResult func addListener(_ listener: any ConnectionListener) -> Self
  /// Adds a listener for responses.
  @discardableResult func addResponseListener(_ listener: any ConnectionResponseListener) -> Self
  /// Adds a listener for failures.
  @discardableResult func addErrorListener(_ listener: any ConnectionErrorListener) -> Self
  /// Removes a listener for the start and the end of calls.
  func removeListener(_ listener: any ConnectionListener)
  /// Removes a listener for responses.
  func removeResponseListener(_ listener: any ConnectionResponseListener)
  /// Removes a listener for failures.
  func removeErrorListener(_ listener: any ConnectionErrorListener)
}

extension ConnectionTask {
  /// Starts the connection, or restarts it.
  public func start() { run(repeating: false) }

  /// Creates the request again and sends it: in the current call until its outcome is decided, and in a new call
  /// afterwards.
  public func restart() { run(repeating: false) }

  /// Sends the last request again, or creates one if there is none.
  public func repeatRequest() { run(repeating: true) }
}

/// Identifies one run of a connection: from a start or restart to its end, or until it is replaced.
public struct ExecutionId: Hashable, Sendable {
  let number: Int
}
