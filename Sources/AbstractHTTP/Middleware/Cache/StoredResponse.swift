public import Foundation

/// A response in a ``CacheStore``, with its times, and the requests for which it may be returned.
///
/// A custom store doesn't have to examine it: it writes ``bytes``, and reads them with ``init(bytes:)``.
public struct StoredResponse: Sendable, Hashable {
  /// The status.
  public let statusCode: Int

  /// The stored headers, without those of the network connection, and without `Set-Cookie`.
  public let headers: HTTPHeaders

  /// The decompressed body.
  public let data: Data

  /// When it was requested, or last validated.
  public let requestTime: Date

  /// When it arrived, or was last validated.
  public let responseTime: Date

  let varyKey: VaryKey
  let policy: Freshness

  init(
    statusCode: Int,
    headers: HTTPHeaders,
    data: Data,
    requestTime: Date,
    responseTime: Date,
    varyKey: VaryKey,
    directives: ResponseDirectives? = nil
  ) {
    self.statusCode = statusCode
    self.headers = headers
    self.data = data
    self.requestTime = requestTime
    self.responseTime = responseTime
    self.varyKey = varyKey
    policy = Freshness(
      statusCode: statusCode,
      headers: headers,
      directives: directives ?? ResponseDirectives(headers),
      requestTime: requestTime,
      responseTime: responseTime
    )
  }

  /// The approximate memory use in bytes.
  public var byteCount: Int {
    headers.reduce(data.count + Self.overhead) { $0 + $1.name.utf8.count + $1.value.utf8.count + Self.fieldOverhead }
  }

  private static let overhead = 256
  private static let fieldOverhead = 32

  /// Returns a copy with other headers and times.
  func with(_ headers: HTTPHeaders, requestTime: Date, responseTime: Date, varyKey: VaryKey) -> StoredResponse {
    StoredResponse(
      statusCode: statusCode,
      headers: headers,
      data: data,
      requestTime: requestTime,
      responseTime: responseTime,
      varyKey: varyKey
    )
  }

  func age(at now: Date) -> Double { policy.age(responseTime, at: now) }

  /// Returns the response to a request: with its age if the server wasn't contacted (RFC 9111 §4), without its body for
  /// `HEAD`, and with the requested part for `Range`.
  func response(to lookup: CacheLookup, age: Double? = nil, from source: ResponseSource) -> Response {
    var response = Response(
      statusCode: statusCode,
      headers: headers,
      data: lookup.request.httpMethod == .head ? Data() : data,
      url: lookup.url,
      request: lookup.request
    )
    if let age { response.headers["Age"] = String(Int(min(max(age, 0), CacheDirective.mostSeconds))) }
    response.source = source
    cut(&response, for: lookup)
    return response
  }
}

extension StoredResponse: CustomReflectable {
  /// The parts of the response without secrets, and the size of the body.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "statusCode": statusCode, "headers": headers, "data": Redaction.size(of: data), "requestTime": requestTime,
        "responseTime": responseTime,
      ],
      displayStyle: .struct
    )
  }
}
