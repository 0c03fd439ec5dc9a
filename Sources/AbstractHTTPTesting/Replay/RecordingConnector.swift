public import AbstractHTTP
public import Foundation

/// A connector that records every exchange of another connector, so that a ``ReplayConnector`` can answer from the
/// recording.
///
/// ```swift
/// let recording = RecordingConnector()
/// let client = makeClient(over: recording)        // also sends its token refresh over this connector
/// try await exercise(client)
/// try recording.archive.write(to: file)
/// ```
///
/// The `record` middleware records the calls that it is added to. A token refresh is a separate call, which has the
/// middleware only if you add it. Give the same connector to both, and the recording has all requests in their order.
///
/// Secrets are masked. Exchanges whose response is streamed aren't recorded, and neither are downloads over a connector
/// that streams them.
public final class RecordingConnector: HTTPConnector {
  /// The recorder that stores the exchanges.
  public let recorder: HTTPArchiveRecorder

  private let connector: any HTTPConnector
  private let now: @Sendable () -> Date

  /// Creates a connector.
  ///
  /// - Parameters:
  ///   - connector: The connector that sends the requests.
  ///   - recorder: The recorder that stores the exchanges. Defaults to a new one.
  ///   - now: Returns the start time of an exchange. Defaults to the current time.
  public init(
    around connector: any HTTPConnector = DefaultHTTPConnector(),
    into recorder: HTTPArchiveRecorder = HTTPArchiveRecorder(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.connector = connector
    self.recorder = recorder
    self.now = now
  }

  /// The exchanges that have ended, in the order in which they started.
  public var archive: HTTPArchive { recorder.archive }

  /// The value of the connector that sends the requests.
  public var takesRequestSettings: Bool { connector.takesRequestSettings }

  /// The capabilities of the connector that sends the requests.
  public var capabilities: ConnectorCapabilities { connector.capabilities }

  /// Sends a request over the other connector, and records the exchange.
  public func execute(request: Request, complete: @escaping @Sendable (Response?, (any Error)?) -> Void) {
    let recording = recorder.recording(of: request, now: now)
    connector.execute(request: recording.request) { response, error in
      recording.end(response.map { .success($0) } ?? .failure(error ?? URLError(.badServerResponse)))
      complete(response, error)
    }
  }

  /// Cancels the exchanges that ``execute(request:complete:)`` started.
  public func cancel() { connector.cancel() }

  /// Sends a request over the other connector, and records the exchange.
  public func start(
    _ request: Request,
    progress: @escaping @Sendable (TransferProgress) -> Void,
    complete: @escaping @Sendable (Result<Response, any Error>) -> Void
  ) -> any HTTPExchange {
    let recording = recorder.recording(of: request, now: now)
    return connector.start(recording.request, progress: progress) { result in
      recording.end(result)
      complete(result)
    }
  }
}
