import Foundation

/// How much of each exchange is logged.
public enum LogLevel: Int, Sendable, Hashable, Comparable, CaseIterable {
  /// Logs nothing.
  case none
  /// Logs the request's line, and the response's status, size, and time.
  case basic
  /// Logs the same as `basic`, and the request as a curl command, without secrets: see
  /// ``Request/curl(showingSecrets:)``.
  case curl
  /// Logs the same as `basic`, and the headers.
  case headers
  /// Logs the same as `headers`, and bodies that are text.
  case body

  /// Whether a level shows less than another.
  public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

extension Middleware {
  /// Logs each exchange, without secrets, which are masked in headers, URLs, forms, and JSON.
  ///
  /// ```swift
  /// connection.use(.log(.headers))
  /// // --> POST https://api.example.com/login
  /// // Content-Type: application/json
  /// // <-- 200 application/json (64 bytes) POST https://api.example.com/login, 31 ms
  /// // Set-Cookie: ***
  /// ```
  ///
  /// For a streamed response, the head is logged when it arrives, and later the end of the stream.
  ///
  /// By default, each attempt is logged as it is sent, inside all other middleware. At `.call`, the call is logged
  /// once, with the original request and the final response, including one from a cache. Each message is written at
  /// once, on the thread of the exchange.
  ///
  /// The values of secret-looking names are masked: names that contain *token*, *password*, *secret*, or *session*, and
  /// names in which one word is *auth*, *key*, *cookie*, *bearer*, *otp*, *csrf*, *jwt*, *cert*, or the like.
  /// `X-User-Auth`, `user_auth`, and `userAuth` consist of the same words; `X-Author` doesn't. Headers that
  /// ``Middleware/authorize(_:for:)`` has added are also masked. Bodies of other text types, such as HTML, are shown
  /// unchanged.
  ///
  /// - Parameters:
  ///   - level: How much is logged. Defaults to `.basic`.
  ///   - place: Whether to log each attempt, which is the default, or each call.
  ///   - names: Additional names of headers, parameters, and JSON members whose values are masked. Case and punctuation
  ///     don't matter.
  ///   - bodyLimit: How many bytes of a body are shown. Defaults to 64 KiB.
  ///   - clock: The clock that measures the duration of exchanges.
  ///   - write: Receives each message, with its lines separated by `\n`. By default, prints it.
  public static func log(
    _ level: LogLevel = .basic,
    at place: Place = .attempt,
    masking names: [String] = [],
    bodyLimit: Int = 65_536,
    clock: any Clock<Duration> = ContinuousClock(),
    write: @escaping @Sendable (String) -> Void = { print($0) }
  ) -> Middleware {
    let logging = Logging(
      level: level,
      names: SecretNames(names),
      bodyLimit: max(bodyLimit, 0),
      anyClock: AnyClock(clock),
      write: write
    )
    return Middleware("log(\(level))", slot: place == .call ? .observe : .record) { next in
      level == .none ? next : next.logged(by: logging)
    }
  }
}

extension Stage where Input == Request, Output == Response {
  fileprivate func logged(by logging: Logging) -> Self {
    Self(outline: outline) { request throws(ConnectionError) in
      let start = logging.anyClock.now()
      logging.write(logging.text(of: request))
      return try following(request) { result throws(ConnectionError) in
        logging.write(logging.text(of: result, to: request, after: logging.anyClock.now() - start))
        guard let buffer = result.streamBuffer else { return .finished(try result.get()) }
        result.atEnd { ended in
          let time = logging.anyClock.now() - start
          logging.write(logging.text(ofStream: ended, buffer.count, to: request, after: time))
        }
        return .finished(try result.get())
      }
    }
  }
}

private struct Logging: Sendable {
  let level: LogLevel
  let names: SecretNames
  let bodyLimit: Int
  let anyClock: AnyClock
  let write: @Sendable (String) -> Void

  func text(of request: Request) -> String {
    let cause = request.cause == .call ? "" : " (\(request.cause.name))"
    var lines = ["--> \(line(of: request))\(cause)"]
    guard level != .curl else {
      return (lines + [request.curl(showingSecrets: false, masking: names)]).joined(separator: "\n")
    }
    lines += headers(request.headers, names.including(request.confidentialNames))
    if let type = request.body?.contentType, level >= .headers, !request.headers.contains("Content-Type") {
      lines.append("Content-Type: \(type)")
    }
    if case .data(let data) = request.body?.content {
      lines += body(data, request.headers["Content-Type"] ?? request.body?.contentType)
    }
    return lines.joined(separator: "\n")
  }

  func text(
    ofStream result: Result<Response, ConnectionError>,
    _ count: Int64,
    to request: Request,
    after time: Duration
  ) -> String {
    guard case .success = result else { return text(of: result, to: request, after: time) }
    return "<-- end of stream (\(count) bytes) \(line(of: request)), \(time.brief)"
  }

  func text(of result: Result<Response, ConnectionError>, to request: Request, after time: Duration) -> String {
    switch result {
    case .failure(let error):
      return "<-! \(error.type) \(line(of: request)), \(time.brief)"
        + (error.nativeError.map { ": \(Redaction.text(of: $0))" } ?? "")
    case .success(let response):
      var lines = ["<-- \(response) \(line(of: request)), \(time.brief)"]
      lines += headers(response.headers, names.including(request.confidentialParameters))
      lines += body(response.data, response.headers["Content-Type"])
      return lines.joined(separator: "\n")
    }
  }

  private func line(of request: Request) -> String {
    let names = names.including(request.confidentialParameters)
    return "\(request.httpMethod) \(Redaction.text(of: request.url, names))"
  }

  private func headers(_ headers: HTTPHeaders, _ names: SecretNames) -> [String] {
    level < .headers ? [] : headers.map { "\($0.name): \(Redaction.value(of: $0, names))" }
  }

  private func body(_ data: Data, _ type: String?) -> [String] {
    guard level == .body, !data.isEmpty else { return [] }
    return ["", Redaction.text(of: data, type: type, limit: bodyLimit, names)]
  }
}
