import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Passes the events of the session to their transfers.
final class SessionEvents: NSObject, URLSessionDataDelegate {
  private let transfers = Locked<[Int: URLSessionTransfer]>([:])
  private let settings: EngineSettings

  init(_ settings: EngineSettings) { self.settings = settings }

  func add(_ transfer: URLSessionTransfer, for task: Int) { transfers.withLock { $0[task] = transfer } }

  func remove(_ task: Int) { transfers.withLock { $0[task] = nil } }

  private func transfer(of task: URLSessionTask) -> URLSessionTransfer? {
    transfers.withLock { $0[task.taskIdentifier] }
  }

  func urlSession(
    _ session: URLSession,
    dataTask: URLSessionDataTask,
    didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    guard let transfer = transfer(of: dataTask) else { return completionHandler(.allow) }
    transfer.receive(response)
    transfer.reportHead()
    transfer.beginStream()
    transfer.chooseFile { completionHandler(.allow) }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    transfer(of: dataTask)?.receive(data)
  }

  #if !canImport(FoundationNetworking)
    /// The session measures every task, and only the metrics contain the HTTP version.
    func urlSession(_ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics) {
      transfer(of: task)?.collect(metrics)
    }
  #endif

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    transfer(of: task)?.end(error)
  }

  /// The connector decides about redirects, so here the redirect is the response.
  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    guard let transfer = transfer(of: task) else { return URLSessionTransfer.answerEnded { completionHandler(nil) } }
    transfer.receive(redirect: response) { completionHandler(nil) }
  }

  /// Offers no credentials except the client's certificate. The server's certificate is verified by the system and
  /// against the settings.
  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    #if !canImport(FoundationNetworking)
      if let answer = SessionTrust(settings).answer(to: challenge, for: transfer(of: task)) {
        return completionHandler(answer.disposition, answer.credential)
      }
    #endif
    if challenge.protectionSpace.authenticationMethod == "NSURLAuthenticationMethodServerTrust" {
      completionHandler(.performDefaultHandling, nil)
    } else {
      if let response = challenge.failureResponse { transfer(of: task)?.receive(rejected: response) }
      completionHandler(.rejectProtectionSpace, nil)
    }
  }

  #if canImport(FoundationNetworking)
    /// A body is sent again if a kept connection turns out to be dead.
    func urlSession(
      _ session: URLSession,
      task: URLSessionTask,
      needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
      guard case .file(let file) = transfer(of: task)?.request.body else { return completionHandler(nil) }
      completionHandler(InputStream(url: file.url))
    }
  #endif

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didSendBodyData bytesSent: Int64,
    totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64
  ) {
    transfer(of: task)?.send(totalBytesSent)
  }
}
