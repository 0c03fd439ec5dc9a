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
  public var statusCode: Int {
    get { storage.statusCode }
    _modify {
      ResponseStorage.makeUnique(&storage)
      yield &storage.statusCode
    }
  }

  /// The headers, in the order and the case they came in.
  public var headers: HTTPHeaders {
    get { storage.headers }
    _modify {
      ResponseStorage.makeUnique(&storage)
      yield &storage.headers
    }
  }

  /// The body, decompressed; empty where there is none, and where it is in a ``file`` or a ``stream``.
  public var data: Data {
    get { storage.data }
    _modify {
      ResponseStorage.makeUnique(&storage)
      yield &storage.data
    }
  }

  /// The address that answered, after redirects; `nil` where a connector did not say.
  public var url: URL? {
    get { storage.url }
    _modify {
      ResponseStorage.makeUnique(&storage)
      yield &storage.url
    }
  }

  /// Where it came from; `.network` unless a cache says otherwise.
  public var source: ResponseSource {
    get { storage.source }
    _modify {
      ResponseStorage.makeUnique(&storage)
      yield &storage.source
    }
  }

  /// The request that this answers, as it was handed to the connector; `nil` in a canned response.
  public var request: Request? {
    get { storage.request }
    _modify {
      ResponseStorage.makeUnique(&storage)
      yield &storage.request
    }
  }

  /// The file that the body was written to, as ``Request/destination`` wants it; `nil` where the body is ``data``.
  ///
  /// The file is whole, and the reader's to move or delete.
  public var file: URL? {
    get { storage.file }
    _modify {
      ResponseStorage.makeUnique(&storage)
      yield &storage.file
    }
  }

  /// The fields after the body (RFC 9110 §6.5); `nil` if there were none.
  ///
  /// A streamed response comes before its trailers: await ``ResponseStream/trailers``.
  public var trailers: HTTPHeaders? {
    get { storage.extras?.trailers }
    set { setExtras(ResponseExtras(stream: streamedBody, trailers: newValue, native: setNative)) }
  }

  /// The body that is still arriving; `nil` if all of it is here.
  var streamedBody: (any StreamedBody)? {
    get { storage.extras?.stream }
    set { setExtras(ResponseExtras(stream: newValue, trailers: trailers, native: setNative)) }
  }

  /// What a connector set as its own response.
  var setNative: (any Sendable)? {
    get { storage.extras?.native }
    set { setExtras(ResponseExtras(stream: streamedBody, trailers: trailers, native: newValue)) }
  }

  /// How many bytes of the ``file`` were there before this response; `nil` if the download did not go on with an earlier
  /// one: see ``DownloadDestination/Options/resumable``.
  ///
  /// The status is 206 then, or 200 if nothing was missing.
  public var resumedFrom: Int64? {
    get { storage.resumedFrom }
    _modify {
      ResponseStorage.makeUnique(&storage)
      yield &storage.resumedFrom
    }
  }

  // One reference, since a response is copied from stage to stage.
  private var storage: ResponseStorage

  /// Makes a response.
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

  private mutating func setExtras(_ extras: ResponseExtras?) {
    ResponseStorage.makeUnique(&storage)
    storage.extras = extras
  }
}

extension Response {
  /// Compares everything, the request included.
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
  /// The status, the type, and the size of the body or the name of its file; never its content.
  public var description: String {
    let type = headers["Content-Type"].map { " \($0)" } ?? ""
    let size = streamedBody == nil ? "\(data.count) bytes" : "stream"
    return "\(statusCode)\(type) (\(file.map { "file \($0.lastPathComponent)" } ?? size))"
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
