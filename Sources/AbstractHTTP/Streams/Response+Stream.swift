public import Foundation

extension Response {
  /// The body while it arrives; `nil` if it is in memory or in a file.
  ///
  /// A middleware can replace it with a transformed stream: see ``ResponseStream/map(_:)``.
  public var stream: ResponseStream? {
    get { (streamedBody as? StreamSource).map { ResponseStream($0, head: withoutStream) } }
    set { streamedBody = newValue?.source }
  }

  /// Creates a response whose body is a stream: see ``ResponseStream/make(head:)``.
  public init(statusCode: Int = 200, headers: HTTPHeaders = [:], stream: ResponseStream, url: URL? = nil) {
    self.init(statusCode: statusCode, headers: headers, url: url)
    self.stream = stream
  }

  /// The stream, or a stream of the data.
  var bodyStream: ResponseStream { stream ?? .make(of: data, trailers: trailers, head: self) }

  /// Sets the body to the source of a transfer.
  mutating func receive(_ source: StreamSource) { streamedBody = source }

  /// The buffer that the body arrives through; `nil` if the body is complete.
  var streamBuffer: StreamBuffer? {
    // NB: a cast has a cost, and most responses have no stream.
    guard let streamedBody else { return nil }
    return (streamedBody as? StreamSource)?.buffer
  }

  /// The response without its stream, so that releasing it doesn't release the stream.
  var withoutStream: Response {
    guard streamedBody != nil else { return self }
    var head = self
    head.streamedBody = nil
    return head
  }
}

extension ResponseStream {
  /// The stream that listeners receive after it has ended.
  var unowned: ResponseStream { ResponseStream(StreamSource(buffer, isOwner: false), head: head) }
}
