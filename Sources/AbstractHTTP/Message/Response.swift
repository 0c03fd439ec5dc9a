public import Foundation

/// The response to a request.
///
/// You can create a canned response in one line, and pass it to a ``ResponseSpec`` to test that without a connection:
///
/// ```swift
/// let response = Response(statusCode: 200, data: Data(#"{"id": 1}"#.utf8))
/// ```
public struct Response: Sendable, Hashable {
  /// The status, such as 200.
  public var statusCode: Int {
    get { storage.statusCode }
    _modify {
      ResponseStorage.makeUnique(&storage)
      yield &storage.statusCode
    }
  }

  /// The headers, in their original order and case.
  public var headers: HTTPHeaders {
    get { storage.headers }
    _modify {
      ResponseStorage.makeUnique(&storage)
      yield &storage.headers
    }
  }

  /// The decompressed body. It is empty if there is none, and if the body is in a ``file`` or a ``stream``.
  public var data: Data {
    get { storage.data }
    _modify {
      ResponseStorage.makeUnique(&storage)
      yield &storage.data
    }
  }

  /// The address of the response, after redirects; `nil` if a connector didn't set it.
  public var url: URL? {
    get { storage.url }
    _modify {
      ResponseStorage.makeUnique(&storage)
      yield &storage.url
    }
  }

  /// Where the response came from. `.network`, unless a cache sets it.
  public var source: ResponseSource {
    get { storage.source }
    _modify {
      ResponseStorage.makeUnique(&storage)
      yield &storage.source
    }
  }

  /// The request that this response answers, as it was passed to the connector; `nil` in a canned response.
  public var request: Request? {
    get { storage.request }
    _modify {
      ResponseStorage.makeUnique(&storage)
      yield &storage.request
    }
  }

  /// The file that the body was written to, because of ``Request/destination``; `nil` if the body is in ``data``.
  ///
  /// The file is complete, and yours to move or delete.
  public var file: URL? {
    get { storage.file }
    _modify {
      ResponseStorage.makeUnique(&storage)
      yield &storage.file
    }
  }

  /// The fields after the body (RFC 9110 §6.5); `nil` if there were none.
  ///
  /// A streamed response arrives before its trailers: await ``ResponseStream/trailers``.
  public var trailers: HTTPHeaders? {
    get { storage.extras?.trailers }
    set { changeExtras { $0.trailers = newValue } }
  }

  /// The body that is still arriving; `nil` if it is complete.
  var streamedBody: (any StreamedBody)? {
    get { storage.extras?.stream }
    set { changeExtras { $0.stream = newValue } }
  }

  /// The transport's own response, as a connector set it.
  var setNative: (any Sendable)? {
    get { storage.extras?.native }
    set { changeExtras { $0.native = newValue } }
  }

  /// The HTTP version in the response's status line, such as `HTTP/1.1` and `HTTP/2`.
  ///
  /// It is `nil` in canned and cached responses, and if a connector doesn't set it. `URLSession`, the engine on Apple's
  /// systems, reports the version only at the end, so streamed responses lack it there. It isn't compared.
  public var protocolVersion: String? {
    get { storage.protocolVersion }
    _modify {
      ResponseStorage.makeUnique(&storage)
      yield &storage.protocolVersion
    }
  }

  /// The duration of each phase of the transfer; `nil` unless it is measured: see ``TransferMetrics``.
  ///
  /// After redirects, they are the metrics of the last transfer, and ``CallEvent/Kind/metrics(_:_:)`` reports each
  /// transfer. A streamed response has them up to its head. Custom connectors can set them. They aren't compared, and a
  /// cache doesn't keep them.
  public var metrics: TransferMetrics? {
    get { storage.extras?.metrics }
    set { changeExtras { $0.metrics = newValue } }
  }

  /// How many bytes of the ``file`` existed before this response; `nil` unless it resumed a download: see
  /// ``DownloadDestination/Options/resumable``.
  ///
  /// In this case, the status is 206, or 200 if nothing was missing.
  public var resumedFrom: Int64? {
    get { storage.resumedFrom }
    _modify {
      ResponseStorage.makeUnique(&storage)
      yield &storage.resumedFrom
    }
  }

  // One reference, because a response is copied from stage to stage.
  private var storage: ResponseStorage

  /// Creates a response.
  ///
  /// - Parameters:
  ///   - statusCode: The status. Defaults to 200.
  ///   - headers: The headers. Defaults to none.
  ///   - data: The body. Defaults to empty data.
  ///   - url: The address of the response, after redirects. Defaults to `nil`.
  ///   - request: The request that it answers. Defaults to `nil`.
  ///   - file: The file that the body was written to. Defaults to `nil`.
  public init(
    statusCode: Int = 200,
    headers: HTTPHeaders = [:],
    data: Data = Data(),
    url: URL? = nil,
    request: Request? = nil,
    file: URL? = nil
  ) {
    storage = ResponseStorage(statusCode, headers, data, url, .network, request, file)
  }

  private mutating func changeExtras(_ change: (inout ResponseExtras.Parts) -> Void) {
    ResponseStorage.makeUnique(&storage)
    storage.extras = ResponseExtras(storage.extras, change)
  }
}

extension Response {
  /// Compares everything, the request included, except how the response traveled: ``protocolVersion`` and ``metrics``.
  public static func == (one: Response, other: Response) -> Bool {
    one.statusCode == other.statusCode && one.headers == other.headers && one.data == other.data && one.url == other.url
      && one.source == other.source && one.request == other.request && one.file == other.file
      && one.trailers == other.trailers && one.streamedBody === other.streamedBody
      && one.resumedFrom == other.resumedFrom
  }

  /// Hashes everything, the request included.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(statusCode)
    hasher.combine(headers)
    hasher.combine(data)
    hasher.combine(url)
    hasher.combine(source)
    hasher.combine(request)
    hasher.combine(file)
    hasher.combine(trailers)
    hasher.combine(streamedBody.map { ObjectIdentifier($0) })
    hasher.combine(resumedFrom)
  }
}

extension Response: CustomStringConvertible {
  /// The status, the type, and the size of the body or the name of its file, and never its content.
  public var description: String {
    let type = headers["Content-Type"].map { " \($0)" } ?? ""
    let size = streamedBody == nil ? "\(data.count) bytes" : "stream"
    return "\(statusCode)\(type) (\(file.map { "file \($0.lastPathComponent)" } ?? size))"
  }
}

/// The origin of a response.
///
/// ```swift
/// connection.use(.cache())
/// connection.addOnEnd { response, model, error in print(response?.source ?? .network) }   // network, and then cache
/// ```
public enum ResponseSource: Sendable, Hashable, CaseIterable {
  /// The response came from the server.
  case network
  /// The response came from the cache, after the server confirmed that it is still valid.
  case revalidated
  /// The response came from the cache without contacting the server: it was fresh, or is a 504 because none was stored.
  case cache
  /// The response came from the cache, although it is no longer fresh.
  case stale
}
