#if os(Linux)
  import CLibcurl
  import Foundation

  /// The timestamps of a measured transfer, and libcurl's information about its connection.
  final class CurlMoments {
    /// The time at which the transfer was submitted.
    let start: ContinuousClock.Instant
    /// The time at which libcurl started it.
    let begin = ContinuousClock.now
    /// The time at which its connection was ready.
    private(set) var sending: ContinuousClock.Instant?
    /// The time at which libcurl took the last bytes of the body.
    var sent: ContinuousClock.Instant?
    /// The time at which the first byte of the response arrived, excluding interim responses.
    private(set) var firstByte: ContinuousClock.Instant?
    private var metrics = TransferMetrics()
    /// The duration of the connection's setup.
    private var setup = Duration.zero

    init(start: ContinuousClock.Instant) { self.start = start }

    /// Notes the connection that the request is sent on.
    func send(on line: CurlLine, of easy: UnsafeMutableRawPointer) {
      (sending, sent, firstByte) = (.now, nil, nil)
      note(line, of: easy)
    }

    /// Notes the connection.
    func note(_ line: CurlLine, of easy: UnsafeMutableRawPointer) {
      (metrics, setup) = (TransferMetrics(), .zero)
      metrics.remoteAddress = line.remoteAddress
      metrics.remotePort = Int(line.remotePort)
      metrics.tlsVersion = libcurl_get_tls_version(easy).map { String(cString: $0) }
      let isReused = libcurl_is_connection_new(easy) == 0
      metrics.isReused = isReused
      if !isReused { noteSetup(of: easy) }
    }

    private func noteSetup(of easy: UnsafeMutableRawPointer) {
      let lookup = Self.time(LIBCURL_TIME_NAME_LOOKUP, of: easy)
      let connected = max(Self.time(LIBCURL_TIME_CONNECT, of: easy), lookup)
      let secured = Self.time(LIBCURL_TIME_SECURE_CONNECT, of: easy)
      metrics.nameLookup = lookup
      metrics.connect = connected - lookup
      if secured > .zero { metrics.secureConnect = max(secured - connected, .zero) }
      setup = max(connected, secured)
    }

    /// Notes that a head begins.
    func receive(from easy: UnsafeMutableRawPointer) {
      firstByte = .now
      // NB: libcurl before 7.80 doesn't report when the connection is ready.
      if sending == nil { sending = begin + Self.time(LIBCURL_TIME_PRETRANSFER, of: easy) }
    }

    /// The metrics up to the head of the response, or up to the end.
    func metrics(of easy: UnsafeMutableRawPointer, _ head: ResponseHead, bodyLimit: Int64?, isAtEnd: Bool)
      -> TransferMetrics
    {
      let now = ContinuousClock.now
      var metrics = metrics
      metrics.total = now - start
      metrics.protocolVersion = head.httpVersion.isEmpty ? nil : head.httpVersion
      metrics.sent = TransferMetrics.ByteCount(
        head: Self.headSent(of: easy),
        body: min(libcurl_get_measure(easy, LIBCURL_SIZE_SENT), bodyLimit ?? .max)
      )
      metrics.received = TransferMetrics.ByteCount(
        head: libcurl_get_head_size(easy, LIBCURL_HEAD_RECEIVED),
        body: libcurl_get_measure(easy, LIBCURL_SIZE_RECEIVED)
      )
      guard let sending else { return metrics }
      metrics.queue = max(sending - start - setup, .zero)
      guard let firstByte else { return metrics }
      // Data that is sent after the response began isn't counted separately.
      let sent = min(max(sent ?? sending, sending), firstByte)
      metrics.send = sent - sending
      metrics.wait = firstByte - sent
      if isAtEnd { metrics.receive = now - firstByte } else { metrics.total = firstByte - start }
      return metrics
    }

    private static func headSent(of easy: UnsafeMutableRawPointer) -> Int64 {
      let size = libcurl_get_head_size(easy, LIBCURL_HEAD_SENT)
      return CurlDefect.countedBody.isPresent ? max(0, size - libcurl_get_measure(easy, LIBCURL_SIZE_SENT)) : size
    }

    private static func time(_ measure: libcurl_measure, of easy: UnsafeMutableRawPointer) -> Duration {
      .microseconds(libcurl_get_measure(easy, measure))
    }
  }

  extension CurlHandle {
    /// Reports the head of the response, if the transfer is measured.
    func reportHead(of transfer: CurlTransfer) {
      guard let moments else { return }
      transfer.request.observe?(.head(head.wire, moments.metrics(of: easy, head, bodyLimit: bodyLimit, isAtEnd: false)))
    }

    /// The metrics of a transfer that ends; `nil` if it isn't measured.
    var metrics: TransferMetrics? { moments?.metrics(of: easy, head, bodyLimit: bodyLimit, isAtEnd: true) }

    /// How many bytes of the body were sent at most: libcurl counts the framing of chunks, too.
    private var bodyLimit: Int64? { transfer?.request.isChunked == true ? offset : nil }
  }
#endif
