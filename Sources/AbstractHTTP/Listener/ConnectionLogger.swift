import Foundation

/// Prints what happens to connections, without secrets: never a body, and neither the values of headers nor of query
/// parameters that open doors.
///
/// ``Connection/isLogEnabled`` puts one on a connection, which prints to the standard output. Or add your own:
///
/// ```swift
/// connection.addLogger(ConnectionLogger { logger.debug("\($0)") })
/// ```
public final class ConnectionLogger: ConnectionListener, ConnectionResponseListener, PassiveErrorListener {
  /// Prints to the standard output.
  public static let standard = ConnectionLogger { print($0) }

  private let write: @Sendable (String) -> Void

  /// Makes a logger that hands each line to a closure, on the thread of the event.
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
  /// Adds a logger in all three of its roles.
  @discardableResult
  public func addLogger(_ logger: ConnectionLogger) -> Self {
    addListener(logger).addResponseListener(logger).addErrorListener(logger)
  }
}
