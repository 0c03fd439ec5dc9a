public import AbstractHTTP

extension Reply {
  /// Sets a header, replacing those with the same name. A `Content-Length`, `Transfer-Encoding`, or `Connection` is
  /// sent as you set it, even if it is wrong.
  public func header(_ name: String, _ value: String) -> Self {
    var reply = self
    reply.headers[name] = value
    return reply
  }

  /// Appends headers to the existing ones, such as several `Set-Cookie` headers.
  public func adding(_ headers: HTTPHeaders) -> Self {
    var reply = self
    for field in headers { reply.headers.append(field.value, for: field.name) }
    return reply
  }

  /// Waits before the first byte.
  public func delayed(by duration: Duration, on clock: any Clock<Duration> = ContinuousClock()) -> Self {
    preceded(by: .delay(duration, on: clock))
  }

  /// Waits until a gate is open before the first byte.
  public func held(at gate: Gate) -> Self {
    preceded(by: .gate(gate))
  }

  /// Performs steps before the first byte, such as a pause, an interim response, or closing the connection.
  ///
  /// ```swift
  /// server.on(.get, "/", .text("Hello").preceded(by: "HTTP/1.1 103 Early Hints\r\n\r\n", .gate(gate)))
  /// ```
  public func preceded(by parts: Part...) -> Self {
    var reply = self
    reply.before = parts + reply.before
    return reply
  }

  /// Performs steps after the last byte, before the next request is read.
  ///
  /// ```swift
  /// server.on(.get, "/", .text("Hello").followed(by: .gate(gate), .close))   // the kept-alive connection dies when the test says so
  /// ```
  public func followed(by parts: Part...) -> Self {
    var reply = self
    reply.after += parts
    return reply
  }
}
