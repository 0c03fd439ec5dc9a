import Foundation

/// Records the transfers of an exchange, one for each redirect that the connector follows.
protocol TransferRecording: Sendable {
  /// Notes a request that is sent.
  func began(_ request: Request)

  /// Notes the version of HTTP that the response came by, and the response itself if it's redirected.
  func ended(_ httpVersion: String, redirectedBy redirect: Response?)
}

/// The recording of the exchange's transfers, if there is one.
enum TransferRecordingKey: RequestContextKey { typealias Value = any TransferRecording }

extension WireRequest {
  /// The request as it is sent for another, whose body it carries if it has one.
  func request(for original: Request) -> Request {
    var request = original
    request.url = URL(string: address.text + (address.fragment.map { "#" + $0 } ?? "")) ?? original.url
    request.httpMethod = httpMethod
    request.headers = headers
    if body == nil { request.body = nil }
    return request
  }
}
