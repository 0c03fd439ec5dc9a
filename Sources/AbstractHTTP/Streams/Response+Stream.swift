public import Foundation

extension Response {
  /// The body while it arrives; `nil` if it is in memory or in a file.
  ///
  /// Set it to what a middleware makes of it: ``ResponseStream/map(_:)``.
  public var stream: ResponseStream? {
    get { (streamedBody as? StreamSource).map { ResponseStream($0, head: withoutStream) } }
    set { streamedBody = newValue?.source }
  }

  /// Creates a response whose body is a stream: see ``ResponseStream/make(head:)``.
  public init(statusCode: Int = 200, headers: HTTPHeaders = [:], stream: ResponseStream, url: URL? = nil) {
    self.init(statusCode: statusCode, headers: headers, url: url)
    self.stream = stream
  }

  /// The stream, or one of the data.
  var bodyStream: ResponseStream { stream ?? .make(of: data, trailers: trailers, head: self) }

  /// Takes the body that a transfer sends.
  mutating func receive(_ source: StreamSource) { streamedBody = source }

  /// What the body arrives by; `nil` if it is here.
  var streamBuffer: StreamBuffer? {
    // NB: a cast costs something, and most responses have no stream.
    guard let streamedBody else { return nil }
    return (streamedBody as? StreamSource)?.buffer
  }

  /// The response without its stream, which nobody lets go of by letting go of this one.
  var withoutStream: Response {
    guard streamedBody != nil else { return self }
    var head = self
    head.streamedBody = nil
    return head
  }
}

extension ResponseStream {
  /// The stream as listeners get it when it has ended.
  var unowned: ResponseStream { ResponseStream(StreamSource(buffer, isOwner: false), head: head) }
}
