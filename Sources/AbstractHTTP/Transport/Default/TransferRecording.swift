import Foundation

/// Records the transfers of an exchange, one for each redirect that the connector follows.
///
/// Only a request that has a recording is measured. The calls come on the library's pool, in order.
protocol TransferRecording: Sendable {
  /// Notes a request that is sent.
  func began(_ request: Request)

  /// Notes an interim response (RFC 9110 §15.2), such as a `103`.
  func informed(_ interim: Response)

  /// Notes the head of a response.
  func received(_ head: Response)

  /// Notes how long the transfer took, however it ended.
  func measured(_ metrics: TransferMetrics)

  /// Notes the version of HTTP that a response came by.
  func ended(_ httpVersion: String)

  /// Notes that the response is a redirect, which is followed.
  func redirected(by redirect: Response, to url: URL)
}

extension TransferRecording {
  func informed(_ interim: Response) {}
  func received(_ head: Response) {}
  func measured(_ metrics: TransferMetrics) {}
}

/// The recording of the exchange's transfers, if there is one.
enum TransferRecordingKey: RequestContextKey { typealias Value = any TransferRecording }

/// What an engine reports of a transfer that is recorded, on any thread.
enum WireEvent: Sendable {
  /// An interim response came.
  case interim(WireHead)
  /// The head of the response is there, and this is how long it took.
  case head(WireHead, TransferMetrics)
  /// The transfer has ended; the closure is called after that is passed on.
  case ended(TransferMetrics, then: (@Sendable () -> Void)?)
}

extension Request {
  /// Whether ``Response/metrics`` are wanted; `false` by default. `.observe`, `.trace` and `.record` want them anyway.
  ///
  /// ```swift
  /// let measuring = Middleware("measure", at: .attempt) { request, next in
  ///   var request = request
  ///   request.isMeasured = true
  ///   let response = try await next(request)
  ///   print(response.metrics?.timeToFirstByte ?? .zero)
  ///   return response
  /// }
  /// ```
  ///
  /// Measuring costs a few microseconds. A connector of your own measures what it likes.
  public var isMeasured: Bool {
    get { context[TransferRecordingKey.self] != nil }
    set {
      let isWish = context[TransferRecordingKey.self] is MeasuringWish?
      if isWish { context[TransferRecordingKey.self] = newValue ? MeasuringWish() : nil }
    }
  }
}

/// The recording of a request that only wants its response to have metrics.
private struct MeasuringWish: TransferRecording {
  func began(_ request: Request) {}
  func ended(_ httpVersion: String) {}
  func redirected(by redirect: Response, to url: URL) {}
}

extension WireRequest {
  /// The request as it is sent for another, whose body it carries if it has one.
  func request(for original: Request) -> Request {
    var request = original
    request.url = url ?? original.url
    request.httpMethod = httpMethod
    request.headers = headers
    if body == nil { request.body = nil }
    return request
  }

  /// The address, with its fragment.
  var url: URL? { URL(string: address.text + (address.fragment.map { "#" + $0 } ?? "")) }
}
