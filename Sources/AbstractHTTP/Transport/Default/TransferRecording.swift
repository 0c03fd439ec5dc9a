import Foundation

/// Records the transfers of an exchange, one for each redirect that the connector follows.
///
/// Only requests with a recording are measured. The methods are called on the library's pool, in order.
protocol TransferRecording: Sendable {
  /// Notes a request that is sent.
  func began(_ request: Request)

  /// Notes an interim response (RFC 9110 §15.2), such as a `103`.
  func informed(_ interim: Response)

  /// Notes the head of a response.
  func received(_ head: Response)

  /// Notes the metrics of the transfer, whether or not it failed.
  func measured(_ metrics: TransferMetrics)

  /// Notes the HTTP version of a response.
  func ended(_ httpVersion: String)

  /// Notes that the response is a redirect that is followed.
  func redirected(by redirect: Response, to url: URL)
}

extension TransferRecording {
  func informed(_ interim: Response) {}
  func received(_ head: Response) {}
  func measured(_ metrics: TransferMetrics) {}
}

/// The recording of the exchange's transfers, if there is one.
enum TransferRecordingKey: RequestContextKey { typealias Value = any TransferRecording }

/// An event of a recorded transfer, which an engine may report on any thread.
enum WireEvent: Sendable {
  /// An interim response arrived.
  case interim(WireHead)
  /// The head of the response arrived, with the metrics so far.
  case head(WireHead, TransferMetrics)
  /// The transfer has ended. The closure is called after the event has been passed on.
  case ended(TransferMetrics, then: (@Sendable () -> Void)?)
}

extension Request {
  /// Whether to measure the ``Response/metrics``. Defaults to `false`. `.observe`, `.trace`, and `.record` measure them
  /// regardless.
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
  /// Measuring costs a few microseconds. Custom connectors choose what they measure.
  public var isMeasured: Bool {
    get { context[TransferRecordingKey.self] != nil }
    set {
      let isWish = context[TransferRecordingKey.self] is MeasuringWish?
      if isWish { context[TransferRecordingKey.self] = newValue ? MeasuringWish() : nil }
    }
  }
}

/// The recording of a request that is only measured.
private struct MeasuringWish: TransferRecording {
  func began(_ request: Request) {}
  func ended(_ httpVersion: String) {}
  func redirected(by redirect: Response, to url: URL) {}
}

extension WireRequest {
  /// Returns the request as it is sent in place of another one, with the original body if it has one.
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
