public import Foundation

/// What came back for a request.
///
/// A canned one is made in a line, and fed to a ``ResponseSpec`` to test it without a connection:
///
/// ```swift
/// let response = Response(statusCode: 200, data: Data(#"{"id": 1}"#.utf8))
/// ```
public struct Response: Sendable, Hashable {
  /// The status, such as 200.
  public var statusCode: Int

  /// The headers, in the order and the case they came in.
  public var headers: HTTPHeaders

  /// The body, decompressed; empty where there is none.
  public var data: Data

  /// The address that answered, after redirects; `nil` where a connector did not say.
  public var url: URL?

  /// Where it came from; `.network` unless a cache says otherwise.
  public var source = ResponseSource.network

  /// The request that this answers, as it was handed to the connector; `nil` in a canned response.
  public var request: Request? {
    get { sent?.request }
    set { sent = newValue.map(Sent.init) }
  }

  // NB: one reference, since a response is copied from stage to stage, and a request is as large as the rest of it.
  private var sent: Sent?

  private final class Sent: Sendable, Hashable {
    let request: Request

    init(_ request: Request) { self.request = request }

    static func == (one: Sent, other: Sent) -> Bool { one.request == other.request }

    func hash(into hasher: inout Hasher) { hasher.combine(request) }
  }

  /// Makes a response.
  public init(
    statusCode: Int = 200,
    headers: HTTPHeaders = [:],
    data: Data = Data(),
    url: URL? = nil,
    request: Request? = nil
  ) {
    self.statusCode = statusCode
    self.headers = headers
    self.data = data
    self.url = url
    sent = request.map(Sent.init)
  }
}

extension Response: CustomStringConvertible {
  /// The status, the type and the size of the body; never its content.
  public var description: String {
    let type = headers["Content-Type"].map { " \($0)" } ?? ""
    return "\(statusCode)\(type) (\(data.count) bytes)"
  }
}
