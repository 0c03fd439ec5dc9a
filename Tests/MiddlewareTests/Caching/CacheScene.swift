import AbstractHTTPTesting
import Foundation

@testable import AbstractHTTP
@testable import TestSupport

/// A cache on a day of its own, before a server that says what it is told to.
final class CacheScene: Sendable {
  typealias Answer = @Sendable (Request) throws -> Response

  static let start = Date(timeIntervalSince1970: 1_700_000_000)
  static let url = "https://api.test/items"

  let store: any CacheStore
  let verdicts = Record<CacheStatus>()
  private let clock = Locked(start)
  private let answer = Locked<Answer>({ _ in Response() })
  private let partition: (@Sendable () -> String)?
  private let sharesPublic: Bool
  private let inner: [Middleware]

  init(
    _ store: any CacheStore = MemoryCache(),
    partition: (@Sendable () -> String)? = nil,
    sharesPublic: Bool = false,
    within inner: [Middleware] = []
  ) {
    self.store = store
    self.partition = partition
    self.sharesPublic = sharesPublic
    self.inner = inner
  }

  private let requests = Locked<[Request]>([])

  /// What reached the server.
  var sent: [Request] { requests.withLock { $0 } }

  var now: Date {
    get { clock.withLock { $0 } }
    set { clock.withLock { $0 = newValue } }
  }

  /// An HTTP date so many seconds from now.
  func date(in seconds: TimeInterval = 0) -> String { HTTPDate.text(of: now.addingTimeInterval(seconds)) }

  /// Lets the server answer like this from now on. A `Date` of now is added to what has none.
  func serve(_ headers: HTTPHeaders = [:], _ text: String = "one", status: Int = 200) {
    serve { _ in Response(statusCode: status, headers: headers, data: Data(text.utf8)) }
  }

  func serve(_ answer: @escaping Answer) { self.answer.withLock { $0 = answer } }

  func wait(_ seconds: TimeInterval) { clock.withLock { $0 += seconds } }

  var stage: Stage<Request, Response> {
    let connector = StubConnector { [self] request in
      requests.withLock { $0.append(request) }
      var response = try answer.withLock { $0 }(request)
      if !response.headers.contains("Date") { response.headers["Date"] = date() }
      return response
    }
    let watching = Middleware.observe { [verdicts] event in
      if case .cache(let verdict) = event.kind { verdicts.add(verdict) }
    }
    let caching = Middleware.cache(store, partition: partition, sharesPublic: sharesPublic, now: { self.now })
    return Stage.sending(over: connector).wrapped(in: [caching, watching] + inner)
  }

  @discardableResult
  func get(_ headers: HTTPHeaders = [:], _ url: String = CacheScene.url) async throws -> Response {
    try await send(.get, headers, url)
  }

  @discardableResult
  func send(
    _ method: HTTPMethod,
    _ headers: HTTPHeaders = [:],
    _ url: String = CacheScene.url
  ) async throws -> Response {
    try await stage(Request(url, httpMethod: method, headers: headers))
  }
}

extension Response {
  /// The body as text.
  var words: String { String(decoding: data, as: UTF8.self) }
}

/// A directory for a test, removed with this object.
final class CacheFolder: Sendable {
  let url: URL

  init() {
    url = FileManager.default.temporaryDirectory.appending(path: "AbstractHTTP-\(UUID().uuidString)")
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The names in the directory, in order.
  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted() }

  /// How large all its files are together.
  var byteCount: Int { names.reduce(0) { $0 + ((try? Data(contentsOf: file($1)))?.count ?? 0) } }

  func file(_ name: String) -> URL { url.appending(path: name) }
}
