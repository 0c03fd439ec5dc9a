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

  /// The body, decompressed; empty where there is none, and where it is in a ``file``.
  public var data: Data

  /// The address that answered, after redirects; `nil` where a connector did not say.
  public var url: URL?

  /// Where it came from; `.network` unless a cache says otherwise.
  public var source = ResponseSource.network

  /// The request that this answers, as it was handed to the connector; `nil` in a canned response.
  public var request: Request? {
    get { context?.request }
    set { context = Context(newValue, file) }
  }

  /// The file that the body was written to, as ``Request/destination`` wants it; `nil` where the body is ``data``.
  ///
  /// The file is whole, and the reader's to move or delete.
  public var file: URL? {
    get { context?.file }
    set { context = Context(request, newValue) }
  }

  // NB: one reference, since a response is copied from stage to stage, and a request is as large as the rest of it.
  private var context: Context?

  private final class Context: Sendable, Hashable {
    let request: Request?
    let file: URL?

    init?(_ request: Request?, _ file: URL?) {
      guard request != nil || file != nil else { return nil }
      self.request = request
      self.file = file
    }

    static func == (one: Context, other: Context) -> Bool { one.request == other.request && one.file == other.file }

    func hash(into hasher: inout Hasher) {
      hasher.combine(request)
      hasher.combine(file)
    }
  }

  /// Makes a response.
  public init(
    statusCode: Int = 200,
    headers: HTTPHeaders = [:],
    data: Data = Data(),
    url: URL? = nil,
    request: Request? = nil,
    file: URL? = nil
  ) {
    self.statusCode = statusCode
    self.headers = headers
    self.data = data
    self.url = url
    context = Context(request, file)
  }
}

extension Response: CustomStringConvertible {
  /// The status, the type, and the size of the body or the name of its file; never its content.
  public var description: String {
    let type = headers["Content-Type"].map { " \($0)" } ?? ""
    return "\(statusCode)\(type) (\(file.map { "file \($0.lastPathComponent)" } ?? "\(data.count) bytes"))"
  }
}

/// Where a response came from.
///
/// ```swift
/// connection.use(.cache())
/// connection.addOnEnd { response, model, error in print(response?.source ?? .network) }   // network, and then cache
/// ```
public enum ResponseSource: Sendable, Hashable, CaseIterable {
  /// From the server, as a whole.
  case network
  /// From the cache, after the server said that it is still right.
  case revalidated
  /// From the cache, which had a fresh one; or none, and said so with 504.
  case cache
  /// From the cache, although it is not fresh any more.
  case stale
}
