// NB: on Linux, the session measures nothing.
#if !canImport(FoundationNetworking)
  import Foundation
  #if canImport(Security)
    import Security
  #endif

  extension URLSessionTransfer {
    /// Receives the session's metrics, which arrive before the end of the task.
    func collect(_ collected: URLSessionTaskMetrics) {
      let transaction = collected.transactionMetrics.last { $0.resourceFetchType == .networkLoad }
      guard let transaction = transaction ?? collected.transactionMetrics.last else { return }
      let metrics = TransferMetrics(transaction, total: collected.taskInterval.duration)
      state.withLock { $0.collected = metrics }
    }
  }

  extension TransferMetrics {
    /// Creates metrics from the session's metrics of a transfer.
    ///
    /// - Parameter total: The total duration in seconds.
    fileprivate init(_ transaction: URLSessionTaskTransactionMetrics, total: Double) {
      self.init(total: .seconds(max(total, 0)))
      readPhases(of: transaction)
      protocolVersion = transaction.networkProtocolName.map(Self.version)
      tlsVersion = transaction.negotiatedTLSProtocolVersion.flatMap { Self.tlsVersions[$0.rawValue] }
      isReused = transaction.requestStartDate.map { _ in transaction.isReusedConnection }
      remoteAddress = transaction.remoteAddress
      remotePort = transaction.remotePort
      sent = ByteCount(
        head: transaction.countOfRequestHeaderBytesSent,
        body: transaction.countOfRequestBodyBytesSent
      )
      received = ByteCount(
        head: transaction.countOfResponseHeaderBytesReceived,
        body: transaction.countOfResponseBodyBytesReceived
      )
    }

    private mutating func readPhases(of transaction: URLSessionTaskTransactionMetrics) {
      nameLookup = Self.time(transaction.domainLookupStartDate, transaction.domainLookupEndDate)
      let connected = transaction.secureConnectionStartDate ?? transaction.connectEndDate
      connect = Self.time(transaction.connectStartDate, connected)
      secureConnect = Self.time(transaction.secureConnectionStartDate, transaction.secureConnectionEndDate)
      send = Self.time(transaction.requestStartDate, transaction.requestEndDate)
      wait = Self.time(transaction.requestEndDate, transaction.responseStartDate)
      receive = Self.time(transaction.responseStartDate, transaction.responseEndDate)
      // The remaining time is the wait for a connection, and the time between phases.
      guard send != nil else { return }
      let others = [nameLookup, connect, secureConnect, send, wait, receive]
      queue = max(others.reduce(total) { $0 - ($1 ?? .zero) }, .zero)
    }

    private static func time(_ start: Date?, _ end: Date?) -> Duration? {
      guard let start, let end else { return nil }
      return .seconds(max(end.timeIntervalSince(start), 0))
    }

    /// Returns the version in the notation of a status line.
    private static func version(_ name: String) -> String {
      switch name.lowercased() {
      case "h2", "h2c": "HTTP/2"
      case let name where name.hasPrefix("h3"): "HTTP/3"
      default: name.uppercased()
      }
    }

    private static let tlsVersions: [UInt16: String] = [
      0x0301: "TLSv1", 0x0302: "TLSv1.1", 0x0303: "TLSv1.2", 0x0304: "TLSv1.3",
    ]
  }
#endif
