import AbstractHTTP
import Foundation

/// Parses requests from the bytes of a connection, which may be split anywhere.
struct RequestParser {
  enum Event {
    /// The client waits for `100 Continue` before it sends the body.
    case expectsContinue
    case request(ReceivedRequest)
  }

  struct Limits {
    var head = 64 << 10
    var body = 256 << 20
  }

  private enum State {
    case head
    case sized(ReceivedRequest, missing: Int)
    case chunked(ReceivedRequest)
  }

  private let limits: Limits
  private var input = InputBuffer()
  private var state = State.head
  /// The received bytes of a sized body. They are outside the state, because reading the state would retain them, and
  /// shared storage is copied whenever it grows.
  private var body = Data()
  /// The received bytes of a chunked body, outside the state for the same reason.
  private var chunks: ChunkedBody

  init(limits: Limits = Limits()) {
    self.limits = limits
    chunks = ChunkedBody(limits: limits)
  }

  /// The number of received bytes that don't belong to a request yet.
  var pending: Int { input.count }

  /// The request whose head has arrived, and whose body is incomplete.
  var incomplete: ReceivedRequest? {
    switch state {
    case .head: nil
    case .sized(let request, _), .chunked(let request): request
    }
  }

  /// Whether the input ends between two requests.
  var isBetweenRequests: Bool {
    if case .head = state { input.isEmpty } else { false }
  }

  mutating func append(_ bytes: UnsafeRawBufferPointer) { input.append(bytes) }

  /// Continues with the bytes that have arrived.
  ///
  /// - Returns: `nil` if more bytes are needed.
  mutating func next() throws(Refusal) -> Event? {
    switch state {
    case .head: try nextHead()
    case .sized(let request, let missing): nextBody(of: request, missing: missing)
    case .chunked(let request): try nextChunks(of: request)
    }
  }

  private mutating func nextHead() throws(Refusal) -> Event? {
    while input.skip(Array("\r\n".utf8)) {}
    let mark = Array("\r\n\r\n".utf8)
    guard let head = input.take(before: mark) else {
      // NB: the last bytes may be the beginning of the mark, and not part of the head.
      if input.count > limits.head + mark.count - 1 { throw Refusal(status: 431) }
      return nil
    }
    guard head.count <= limits.head else { throw Refusal(status: 431) }
    let request = try RequestHead.read(head)
    state = try body(of: request)
    let waits = request.headers["Expect"]?.lowercased() == "100-continue" && request.isHTTP11
    if waits, input.isEmpty, !isBetweenRequests { return .expectsContinue }
    if case .head = state { return .request(request) }
    return try next()
  }

  /// Returns the state for the body after a head (RFC 9112 §6.3).
  private func body(of request: ReceivedRequest) throws(Refusal) -> State {
    let lengths = request.headers.values(for: "Content-Length")
    if let encoding = request.headers["Transfer-Encoding"] {
      guard lengths.isEmpty, request.isHTTP11 else { throw Refusal(status: 400) }
      guard encoding.lowercased() == "chunked" else { throw Refusal(status: 501) }
      return .chunked(request)
    }
    guard let text = lengths.first else { return .head }
    guard Set(lengths).count == 1, !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw Refusal(status: 400)
    }
    guard let length = Int(text), length <= limits.body else { throw Refusal(status: 413) }
    return length == 0 ? .head : .sized(request, missing: length)
  }

  private mutating func nextBody(of request: ReceivedRequest, missing: Int) -> Event? {
    let data = input.take(missing)
    body.append(data)
    guard data.count == missing else {
      state = .sized(request, missing: missing - data.count)
      return nil
    }
    state = .head
    var request = request
    swap(&request.body, &body)
    return .request(request)
  }

  private mutating func nextChunks(of request: ReceivedRequest) throws(Refusal) -> Event? {
    guard try chunks.read(&input) else { return nil }
    state = .head
    var request = request
    request.body = chunks.data
    request.trailers = chunks.trailers
    chunks = ChunkedBody(limits: limits)
    return .request(request)
  }
}
