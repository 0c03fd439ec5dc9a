import Foundation

/// Prints the events of connections without secrets: never bodies, nor the values of headers and query parameters that
/// contain credentials.
///
/// ``Connection/isLogEnabled`` adds a logger that prints to the standard output. You can also add your own:
///
/// ```swift
/// connection.addLogger(ConnectionLogger { logger.debug("\($0)") })
/// ```
public final class ConnectionLogger: ConnectionListener, ConnectionResponseListener, PassiveErrorListener {
  /// A logger that prints to the standard output.
  public static let standard = ConnectionLogger { print($0) }

  private let write: @Sendable (String) -> Void

  /// Creates a logger that passes each line to a closure, on the thread of the event.
  public init(_ write: @escaping @Sendable (String) -> Void) {
    self.write = write
  }

  /// Logs the request.
  public func onStart(connection: any ConnectionTask, request: Request) {
    write("--> \(request)")
  }

  /// Logs the response.
  public func onReceived(connection: any ConnectionTask, response: Response) -> Bool {
    write("<-- \(response) \(response.request?.description ?? "")")
    return true
  }

  /// Logs the error.
  public func afterError(
    connection: any ConnectionTask,
    response: Response?,
    responseModel: (any Sendable)?,
    error: ConnectionError
  ) {
    write("<-! \(error)")
  }
}

extension ConnectionTask {
  /// Adds a logger as a listener for the start and the end, for responses, and for failures.
  @discardableResult
  public func addLogger(_ logger: ConnectionLogger) -> Self {
    addListener(logger).addResponseListener(logger).addErrorListener(logger)
  }
}
